// Loaded into Azurite, whose standard input is a pipe from the process that started it.
// When the pipe closes, on request or because that process is gone, Azurite shuts down as on SIGTERM.
// Windows knows no gentler way, and a killed Azurite loses just-written rows.
process.once("SIGTERM", () => {
  const stillStarting = process.listenerCount("SIGTERM") === 0;
  if (stillStarting) process.exit();
});
process.stdin
  .on("error", () => {})
  .on("close", () => process.emit("SIGTERM"))
  .resume()
  .unref();
