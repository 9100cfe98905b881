
"use strict";
const about = JSON.parse(document.getElementById("sheet").textContent);
const items = [...document.querySelectorAll("main .item")];
const status = document.getElementById("status");
const MOST = about.most;
let unsaved = false;

function places(item, mark) {
  return [...item.querySelectorAll("." + mark)].map((option) => Number(option.dataset.place));
}

function read(item) {
  const answer = { item: Number(item.dataset.item) };
  const circled = places(item, "circled"), crossed = places(item, "crossed");
  const chosen = item.querySelector("input[type=radio]:checked");
  if (circled.length) answer.circled = circled;
  if (crossed.length) answer.crossed = crossed;
  if (chosen) answer.choice = Number(chosen.value);
  if (item.querySelector(".unknown input").checked) answer.unknown = true;
  return answer;
}

function answers() {
  return items.map(read).filter((answer) => Object.keys(answer).length > 1);
}

function say(text, warn) {
  status.textContent = text;
  status.classList.toggle("warn", Boolean(warn));
}

function changed() {
  unsaved = true;
  say(answers().length + " of " + items.length + " answered");
}

function mark(option, wanted) {
  const item = option.closest(".item");
  const on = !option.classList.contains(wanted);
  if (on && wanted === "circled" && places(item, "circled").length >= MOST) {
    say("No. " + item.dataset.item + ": at most " + MOST + " can be circled; take one back first", true);
    return;
  }
  option.classList.remove("circled", "crossed");
  if (on) option.classList.add(wanted);
  for (const [button, name] of [[".circle", "circled"], [".cross", "crossed"]]) {
    option.querySelector(button).setAttribute("aria-pressed", String(option.classList.contains(name)));
  }
  changed();
}

for (const option of document.querySelectorAll("main .option")) {
  option.querySelector(".circle").addEventListener("click", () => mark(option, "circled"));
  option.querySelector(".cross").addEventListener("click", () => mark(option, "crossed"));
}
for (const input of document.querySelectorAll("main input")) {
  input.addEventListener("change", changed);
}

function download() {
  const by = document.getElementById("by").value.trim();
  const told = { kind: "lydite answers", schema: 1, sheets: about.sheets, sheet: about.sheet, by: by, answers: answers() };
  const plain = by.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim().replace(/ /g, "-");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(told, null, 1) + "\n"], { type: "application/json" }));
  link.download = "answers-" + String(about.sheet).padStart(3, "0") + (plain ? "-" + plain : "") + ".json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000); // some browsers begin to read it only after the click
  unsaved = false;
  say(link.download + " is in your downloads: " + told.answers.length + " of " + items.length + " answered");
}

document.getElementById("download").addEventListener("click", download);
window.addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
