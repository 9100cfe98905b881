// The confusion matrix of the left system: each cell chooses its items.
function offerLabels() {
  const names = told.names.map((name, code) => [String(code), name]);
  options(byId("gold"), [["", "any"], ...names.filter(([code]) => Number(code) !== told.unanswered)], byId("gold").value);
  options(byId("answer"), [["", "any"], ...names], byId("answer").value);
  byId("labels").hidden = false;
}

function inCell(item) {
  const [gold, answer] = [byId("gold").value, byId("answer").value];
  return (gold === "" || item.gold === Number(gold)) && (answer === "" || item.sides[state.left].answer === Number(answer));
}

function drawConfusion() {
  const counts = new Map();
  for (const item of state.items) {
    const key = item.gold + " " + item.sides[state.left].answer;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const table = element("table");
  table.append(element("caption", "", "gold down, answers of " + shown(told.systems[state.left]) + " across; press a number to see its items"));
  const head = element("tr");
  head.append(element("td"), ...told.names.map((name) => columnHead("col", name)));
  table.append(head);
  told.names.forEach((name, gold) => {
    if (gold === told.unanswered) return;
    const row = element("tr");
    row.append(columnHead("row", name), ...told.names.map((_, answer) => confusionCell(gold, answer, counts.get(gold + " " + answer) ?? 0)));
    table.append(row);
  });
  byId("confusion").replaceChildren(table);
}

function columnHead(scope, name) {
  const head = element("th", "", name);
  head.scope = scope;
  return head;
}

function confusionCell(gold, answer, count) {
  const cell = element("td", gold === answer ? "right" : "");
  const button = element("button", "", grouped(count));
  button.type = "button";
  button.disabled = count === 0;
  const chosen = byId("gold").value === String(gold) && byId("answer").value === String(answer);
  button.setAttribute("aria-pressed", String(chosen));
  button.setAttribute("aria-label", "gold " + shown(told.names[gold]) + ", answered " + shown(told.names[answer]) + ": " + grouped(count));
  button.addEventListener("click", () => {
    byId("gold").value = chosen ? "" : String(gold);
    byId("answer").value = chosen ? "" : String(answer);
    choose();
    byId("confusion").querySelector("[aria-label^='" + CSS.escape("gold " + shown(told.names[gold]) + ", answered " + shown(told.names[answer])) + "']")?.focus();
  });
  cell.append(button);
  return cell;
}
