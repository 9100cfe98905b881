// Items of labels and of probes: what was right, and what each system answered.
function answered() {
  return told.kind !== "phrases";
}

function readAnswers() {
  return told.items.map(told.kind === "labels" ? readLabels : readProbed);
}

function readLabels([id, topic, gold, answers]) {
  return {
    id: id, topic: topic === null ? null : told.topics[topic], gold: gold,
    sides: answers.map((code) => ({ answer: code, score: stepsOff(gold, code) })),
  };
}

function stepsOff(gold, code) { // no answer is as far off as the worst
  if (code === gold) return 0;
  if (!told.ordinal) return 1;
  const last = told.names.length - 1;
  return code === told.unanswered ? Math.max(gold, last - 1 - gold) : Math.abs(gold - code);
}

function readProbed([id, part, sides]) {
  return {
    id: id, topic: told.parts[part], gold: null,
    sides: sides.map(([score, account, words, questions, more]) => ({ score: score, account: account, words: words, questions: questions, more: more })),
  };
}

const STATUSES = {
  phrases: [["", "any phrase"], ["matched", "matched phrases"], ["spurious", "spurious predictions"], ["missed", "missed gold phrases"]],
  labels: [["", "any answer"], ["wrong", "wrong answers"], ["right", "right answers"], ["differ", "answers that differ"]],
  probes: [["", "any answers"], ["unknown", "unknown words"], ["differ", "scores that differ"]],
};

function answerHasStatus(item, status) {
  const sides = sidesOf(item);
  if (status === "differ") return sides.some((side) => (side.answer ?? side.score) !== (sides[0].answer ?? sides[0].score));
  if (status === "unknown") return sides.some((side) => side.words && side.words[0] < side.words[1]);
  return sides.some((side) => (side.score === 0) === (status === "right"));
}

function answerHasText(item, text) {
  const has = (one) => one.toLowerCase().includes(text);
  if (has(item.id) || (item.topic !== null && has(item.topic))) return true;
  if (told.kind === "labels") return has(told.names[item.gold]) || sidesOf(item).some((side) => has(told.names[side.answer]));
  return sidesOf(item).some((side) => side.questions.some(([question, expected, given]) => has(question) || has(expected) || given.some(([word]) => has(word))));
}

function answerOrders() {
  const [left, right] = [state.left, state.right];
  const name = (place) => shown(told.systems[place]);
  const by = (value) => (a, b) => compareNumbers(value(a), value(b));
  const known = [["as in the file", null], [name(left) + ", largest error first", by((i) => -i.sides[left].score)]];
  if (right >= 0) {
    known.push(["error of " + name(left) + " − " + name(right) + ", largest first", by((i) => -gap(i, left, right))]);
    known.push(["error of " + name(right) + " − " + name(left) + ", largest first", by((i) => -gap(i, right, left))]);
  }
  return known;
}

function labelRow(name, text, right) {
  const cell = element("div", "answer" + (right === undefined ? "" : right ? " right" : " wrong"));
  cell.append(element("span", "who", name), phraseElement("span", text));
  if (right !== undefined) cell.append(element("span", "status", right ? "✓ right" : "✗ wrong"));
  return cell;
}

function answerCard(item) {
  const card = element("article", "item");
  card.tabIndex = -1;
  card.setAttribute("aria-label", "item " + shown(item.id));
  const title = element("h3");
  title.append(element("bdi", "", item.id));
  const head = element("header");
  head.append(title, element("span", "scores", item.topic ?? ""));
  const row = element("div", "answers " + told.kind);
  const places = [state.left, state.right].filter((place) => place >= 0);
  if (told.kind === "labels") {
    row.append(labelRow("gold", told.names[item.gold]));
    for (const place of places) row.append(labelRow(told.systems[place], told.names[item.sides[place].answer], item.sides[place].answer === item.gold));
  } else for (const place of places) row.append(probedCell(told.systems[place], item.sides[place]));
  card.append(head, row);
  return card;
}

function probedCell(name, side) {
  const cell = element("div", "answer");
  const words = side.words === null ? [] : [grouped(side.words[0]) + " of " + grouped(side.words[1]) + " words known"];
  const told = [side.account, ...words].filter(Boolean).join("; ");
  cell.append(element("span", "who", name), element("strong", "", scoreText(side.score)), element("span", "status", told));
  if (side.questions.length) {
    const list = element("ul", "questions");
    for (const [question, expected, given] of side.questions) list.append(questionRow(question, expected, given));
    if (side.more) list.append(element("li", "note", "and " + grouped(side.more) + " more"));
    const opened = element("details");
    opened.append(element("summary", "", "What was asked and answered"), list);
    cell.append(opened);
  }
  return cell;
}

function questionRow(question, expected, given) {
  const row = element("li");
  row.append(element("bdi", "", question), expected ? " (" : "", element("bdi", "", expected), expected ? ") → " : " → ");
  given.forEach(([word, right], place) => {
    row.append(place ? ", " : "", element("bdi", right ? "right" : "wrong", word), right ? " ✓" : " ✗");
  });
  if (!given.length) row.append("unknown");
  return row;
}
