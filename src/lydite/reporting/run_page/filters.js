// Which items are looked at, in what order, a page at a time.
function choose() {
  const text = byId("search").value.trim().toLowerCase();
  const [status, topic] = [byId("status").value, byId("topic").value];
  let items = state.items;
  if (text) items = items.filter((item) => hasText(item, text));
  if (status) items = items.filter((item) => hasStatus(item, status));
  if (told.kind === "labels") items = items.filter(inCell);
  if (topic) items = items.filter((item) => item.topic === JSON.parse(topic));
  const order = orders()[Number(byId("sort").value) || 0][1];
  state.chosen = order ? [...items].sort(order) : items;
  state.page = 0;
  if (told.kind === "labels") drawConfusion();
  show();
}

function show() {
  const pages = Math.max(1, Math.ceil(state.chosen.length / PER_PAGE));
  state.page = Math.min(Math.max(state.page, 0), pages - 1);
  const start = state.page * PER_PAGE;
  const cards = state.chosen.slice(start, start + PER_PAGE).map(itemCard);
  byId("cards").replaceChildren(...cards);
  cards.forEach(drawLines);
  byId("count").textContent = grouped(state.chosen.length) + " of " + grouped(state.items.length) + " items";
  byId("place").textContent = "page " + grouped(state.page + 1) + " of " + grouped(pages);
  byId("before").disabled = state.page === 0;
  byId("after").disabled = state.page === pages - 1;
}

function turn(by) {
  state.page += by;
  show();
  const first = byId("cards").firstElementChild;
  if (first) { first.focus({ preventScroll: true }); first.scrollIntoView({ block: "start" }); }
}

function step(by) { // to the next item, or the one before, over the ends of pages
  const cards = [...byId("cards").children];
  const at = cards.indexOf(document.activeElement?.closest(".item"));
  let next = at < 0 ? (by > 0 ? 0 : -1) : at + by;
  if (next >= cards.length && !byId("after").disabled) { state.page += 1; show(); next = 0; }
  else if (next < 0 && !byId("before").disabled) { state.page -= 1; show(); next = PER_PAGE - 1; }
  const card = byId("cards").children[Math.min(Math.max(next, 0), byId("cards").children.length - 1)];
  if (card) { card.focus({ preventScroll: true }); card.scrollIntoView({ block: "nearest" }); }
}

function options(select, names, chosen) {
  select.replaceChildren(...names.map(([value, text]) => {
    const option = element("option", "", text);
    option.value = value;
    option.selected = value === chosen;
    return option;
  }));
}

function offerSystems() {
  const names = told.systems.map((name, place) => [String(place), name]);
  options(byId("left"), names, String(state.left));
  options(byId("right"), [...names, ["-1", "none"]], String(state.right));
  options(byId("sort"), orders().map(([text], place) => [String(place), text]), byId("sort").value || "0");
}

function offerTopics() {
  const topics = [...new Set(state.items.map((item) => item.topic).filter((topic) => topic !== null))].sort();
  options(byId("topic"), [["", "any"], ...topics.map((topic) => [JSON.stringify(topic), topic])], "");
  byId("topic-label").hidden = topics.length === 0;
}
