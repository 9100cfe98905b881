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

async function nextBlock() {
  try {
    if (rest.lines === null) rest.lines = linesOf(await rest.source());
    const { value, done } = await rest.lines.next();
    if (done) { firstBlock(); return; }
    const items = readBlock(JSON.parse(value));
    if (items.some((item) => item.sides.length !== told.systems.length)) throw new Error("its items are of other systems");
    state.first += state.items.length;
    state.items = items;
    offerTopics();
    choose();
    sayMore("");
  } catch (error) {
    rest.lines = null;
    sayMore("This is not the file of items that belongs to this page (" + error.message + ").", true);
  }
}

function firstBlock() {
  rest.lines = null;
  state.first = 0;
  state.items = readBlock(told);
  offerTopics();
  choose();
  sayMore("That was the last of them; these are the first again.");
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
