// Items as they stand in the page, where phrases and paths are numbers, and as they are looked at.
const told = JSON.parse(byId("data").textContent);

function readItems() {
  if (answered()) return readAnswers();
  return told.items.map(([id, topic, gold, sides]) => ({
    id: id,
    topic: topic,
    gold: gold.map((code) => told.words[code]),
    sides: sides.map(([score, predictions]) => ({
      score: score,
      predictions: predictions.map(([code, at, value, path, variant]) => ({
        phrase: told.words[code],
        at: at, // the place of the gold phrase; -1: spurious
        score: at < 0 ? 0 : value,
        path: at < 0 ? "" : told.paths[path],
        gold: at < 0 ? "" : told.words[variant],
      })),
    })),
  }));
}

const state = { items: told.items.length ? readItems() : [], chosen: [], page: 0, left: 0, right: told.systems.length > 1 ? 1 : -1 };
const PER_PAGE = 20;

function sidesOf(item) {
  return [state.left, state.right].filter((place) => place >= 0).map((place) => item.sides[place]);
}

function missedBy(item, side) {
  const found = new Set(side.predictions.map((one) => one.at));
  return item.gold.map((_, place) => !found.has(place));
}

function hasStatus(item, status) {
  if (answered()) return answerHasStatus(item, status);
  return sidesOf(item).some((side) => {
    if (status === "missed") return missedBy(item, side).some(Boolean);
    return side.predictions.some((one) => (one.at >= 0) === (status === "matched"));
  });
}

function hasText(item, text) {
  if (answered()) return answerHasText(item, text);
  const has = (phrase) => phrase.toLowerCase().includes(text);
  return has(item.id) || item.gold.some(has) || sidesOf(item).some((side) => side.predictions.some((one) => has(one.phrase)));
}

function orders() {
  if (told.kind === "labels") return answerOrders();
  const [left, right] = [state.left, state.right];
  const score = (item, place) => item.sides[place].score;
  const by = (value) => (a, b) => compareNumbers(value(a), value(b));
  const name = (place) => shown(told.systems[place]);
  const known = [["as in the file", null], [name(left) + ", lowest first", by((i) => score(i, left))], [name(left) + ", highest first", by((i) => negative(score(i, left)))]];
  if (right >= 0) {
    known.push([name(left) + " − " + name(right) + ", largest first", by((i) => negative(gap(i, left, right)))]);
    known.push([name(right) + " − " + name(left) + ", largest first", by((i) => negative(gap(i, right, left)))]);
  }
  return known;
}

function gap(item, one, other) {
  const [a, b] = [item.sides[one].score, item.sides[other].score];
  return a === null || b === null ? null : a - b;
}

function negative(value) {
  return value === null ? null : -value;
}

function compareNumbers(a, b) { // what has no score comes last
  if (a === null || b === null) return (a === null) - (b === null);
  return a - b;
}
