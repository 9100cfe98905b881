// The items that did not fit: a file of blocks, one a line, read a block at a time.
const rest = { lines: null, source: null };

async function* linesOf(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let parts = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    let text = value;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      parts.push(text.slice(0, end));
      yield parts.join("");
      parts = [];
      text = text.slice(end + 1);
    }
    parts.push(text);
  }
}

function sayMore(text, warn) {
  byId("more-state").textContent = text;
  byId("more-state").classList.toggle("warn", Boolean(warn));
}

async function restLines() { // whose first line says of which page they are
  const lines = linesOf(await rest.source());
  const { value, done } = await lines.next();
  if (done || JSON.parse(value).digest !== told.digest) throw new Error("it is that of another page");
  return lines;
}

async function nextBlock() {
  try {
    if (rest.lines === null) rest.lines = await restLines();
    const { value, done } = await rest.lines.next();
    if (done) { firstBlock("That was the last of them; these are the first again."); return; }
    const items = readBlock(JSON.parse(value));
    state.first += state.items.length;
    state.items = items;
    offerTopics();
    choose();
    sayMore("");
  } catch (error) {
    firstBlock("This is not the file of items that belongs to this page (" + error.message + ").", true);
  }
}

function firstBlock(text, warn) {
  rest.lines = null;
  state.first = 0;
  state.items = readBlock(told);
  offerTopics();
  choose();
  sayMore(text, warn);
}

function offerMore() {
  if (!told.beside) return;
  byId("more").hidden = false;
  if (location.protocol.startsWith("http")) {
    rest.source = async () => {
      const answer = await fetch(told.beside);
      if (!answer.ok) throw new Error(told.beside + " is not there");
      return answer.body;
    };
    byId("fetch").hidden = false;
    byId("file-label").hidden = true;
  }
  byId("fetch").addEventListener("click", nextBlock);
  byId("file").addEventListener("change", (event) => {
    const file = event.target.files[0];
    if (!file) return;
    rest.source = async () => file.stream();
    rest.lines = null;
    state.first = 0;
    state.items = readBlock(told);
    byId("fetch").hidden = false;
    nextBlock();
  });
}
