"use strict";
// Texts come from data: they are set as text, never as markup, and nothing in them steers the page.
const STEERING = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

function shown(text) {
  return text.replace(STEERING, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
}

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = shown(text);
  return made;
}

function phraseElement(name, text) {
  const made = element(name, "phrase");
  made.append(element("bdi", "", text));
  return made;
}

function byId(id) {
  return document.getElementById(id);
}

function grouped(number) {
  return number.toLocaleString("en");
}

function scoreText(score) {
  return score === null ? "–" : score.toFixed(3);
}

function matchText(score) {
  return score < 0.005 ? "< 0.01" : score.toFixed(2);
}
