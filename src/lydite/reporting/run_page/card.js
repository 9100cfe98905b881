// One item: predictions of one or two systems beside gold, with lines between what was matched.
const SVG = "http://www.w3.org/2000/svg";

function itemCard(item) {
  if (answered()) return answerCard(item);
  const card = element("article", "item");
  card.tabIndex = -1;
  card.setAttribute("aria-label", "item " + shown(item.id));
  const head = element("header");
  const title = element("h3");
  title.append(element("bdi", "", item.id));
  const places = [state.left, state.right].filter((place) => place >= 0);
  const scores = places.map((place) => shown(told.systems[place]) + " " + scoreText(item.sides[place].score));
  head.append(title, element("span", "scores", [item.topic, ...scores].filter((one) => one !== null).join(" · ")));
  const sides = element("div", places.length > 1 ? "sides" : "sides one");
  const gold = goldList(item, places);
  sides.append(predictionList(item, places[0], "left"), gold);
  if (places.length > 1) sides.append(predictionList(item, places[1], "right"));
  const why = element("div", "why");
  why.hidden = true;
  why.setAttribute("aria-live", "polite");
  card.append(head, sides, why);
  for (const button of sides.querySelectorAll("button.phrase")) button.addEventListener("click", () => explain(card, item, button));
  return card;
}

function column(name, className) {
  const made = element("div", className);
  const list = element("ol");
  made.append(element("h4", "", name), list);
  return [made, list];
}

function predictionList(item, place, where) {
  const [made, list] = column(told.systems[place], where);
  item.sides[place].predictions.forEach((one, number) => {
    const matched = one.at >= 0;
    const row = element("li", matched ? "matched" : "spurious");
    const phrase = phraseElement(matched ? "button" : "span", one.phrase);
    if (matched) {
      phrase.type = "button";
      phrase.dataset.system = place;
      phrase.dataset.number = number;
      phrase.dataset.at = one.at;
      phrase.setAttribute("aria-expanded", "false");
    }
    row.append(phrase);
    row.append(element("span", "status", matched ? matchText(one.score) : "spurious"));
    if (matched) row.append(element("span", "paired", "for " + shown(one.gold))); // said and printed, where lines are not seen
    list.append(row);
  });
  if (!list.children.length) list.append(element("li", "", "(nothing)"));
  return made;
}

function goldList(item, places) {
  const [made, list] = column("gold", "gold");
  const missed = places.map((place) => missedBy(item, item.sides[place]));
  item.gold.forEach((text, at) => {
    const by = places.filter((_, n) => missed[n][at]);
    const row = element("li", by.length === places.length ? "missed" : "");
    row.dataset.at = at;
    row.append(phraseElement("span", text));
    if (by.length) row.append(element("span", "status", by.length === places.length ? "missed" : "missed by " + shown(told.systems[by[0]])));
    list.append(row);
  });
  if (!list.children.length) list.append(element("li", "", "(nothing)"));
  return made;
}

function drawLines(card) {
  if (answered()) return;
  const sides = card.querySelector(".sides");
  sides.querySelector(".lines")?.remove();
  sides.classList.remove("tight"); // words stay whole, unless they are too long for the screen
  sides.classList.toggle("tight", sides.scrollWidth > sides.clientWidth);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "lines");
  svg.setAttribute("aria-hidden", "true");
  const origin = sides.getBoundingClientRect();
  for (const button of sides.querySelectorAll("button.phrase")) {
    const target = sides.querySelector(".gold li[data-at='" + button.dataset.at + "'] .phrase");
    const [a, b] = [button.getBoundingClientRect(), target.getBoundingClientRect()];
    const left = button.closest(".left") !== null;
    const [x1, x2] = left ? [a.right, b.left] : [a.left, b.right];
    const [y1, y2] = [a.top + a.height / 2 - origin.top, b.top + b.height / 2 - origin.top];
    const middle = (x1 + x2) / 2 - origin.left;
    const way = "M" + (x1 - origin.left) + " " + y1 + "C" + middle + " " + y1 + " " + middle + " " + y2 + " " + (x2 - origin.left) + " " + y2;
    for (const kind of ["line", "wide"]) {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", way);
      path.setAttribute("class", kind === "line" && button.getAttribute("aria-expanded") === "true" ? "line chosen" : kind);
      if (kind === "wide") path.addEventListener("click", () => button.click());
      svg.append(path);
    }
  }
  sides.prepend(svg);
}

function explain(card, item, button) {
  const open = button.getAttribute("aria-expanded") === "true";
  for (const other of card.querySelectorAll("button.phrase")) other.setAttribute("aria-expanded", "false");
  const why = card.querySelector(".why");
  why.hidden = open;
  why.replaceChildren();
  if (!open) {
    button.setAttribute("aria-expanded", "true");
    const one = item.sides[Number(button.dataset.system)].predictions[Number(button.dataset.number)];
    const line = element("p");
    line.append(element("bdi", "", one.phrase), " in place of ", element("bdi", "", one.gold), ": " + one.score.toFixed(3));
    why.append(line, element("p", "note", one.path || "no account of it"));
  }
  drawLines(card);
}
