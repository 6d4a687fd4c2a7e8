"use strict";
// A stand-in for a namespace of Azure Service Bus, for one machine and for as long as it runs.
// AMQP, AMQP over WebSockets and HTTP share one port: the first byte tells them apart.

const fs = require("node:fs");
const http = require("node:http");
const net = require("node:net");
const { parseArgs } = require("node:util");
const { WebSocketServer } = require("ws");
const { control } = require("./control.cjs");
const { Entities } = require("./entities.cjs");
const { Faults } = require("./faults.cjs");
const { amqpServer } = require("./links.cjs");

const LOOPBACK = "127.0.0.1";
const A_OF_AMQP = "A".charCodeAt(0); // no method of HTTP that we know begins with it

// The key of Microsoft's own emulator: it is the same everywhere and protects nothing.
const FOR_LOCAL_USE = {
  keys: { RootManageSharedAccessKey: { key: "SAS_KEY_VALUE" } },
  createOnFirstUse: true,
};

function main() {
  const options = { port: { type: "string", default: "5672" }, config: { type: "string" } };
  const { port, config } = parseArgs({ options }).values;
  const configuration = config ? JSON.parse(fs.readFileSync(config, "utf8")) : FOR_LOCAL_USE;
  const server = listen(configuration, Number(port));
  server.on("listening", () => console.log(`Listening on amqp://${LOOPBACK}:${server.address().port}`));
  server.on("error", (error) => {
    console.error(String(error));
    process.exit(1);
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGBREAK"]) process.on(signal, () => process.exit());
  process.stdin.on("error", () => {}).on("close", () => process.exit()).resume();
}

function listen(configuration, port) {
  const entities = new Entities(configuration);
  const faults = new Faults();
  const connections = { made: 0, open: 0 };
  const amqp = amqpServer(entities, configuration, faults);
  const web = http.createServer(control(entities, faults, connections));
  const webSockets = new WebSocketServer({ noServer: true });

  const serve = (socket, begin) => {
    connections.made += 1;
    connections.open += 1;
    socket.on("close", () => (connections.open -= 1));
    if (!faults.take("silence")) begin();
  };
  web.on("upgrade", (request, socket, head) => {
    const begin = (webSocket) => amqp.websocket_accept(webSocket);
    serve(socket, () => webSockets.handleUpgrade(request, socket, head, begin));
  });
  const acceptByFirstByte = (socket, first) => {
    socket.pause();
    socket.unshift(first);
    if (first[0] !== A_OF_AMQP) web.emit("connection", socket);
    else serve(socket, () => amqp.create_connection({}).accept(socket));
    socket.resume();
  };
  const accept = (socket) => {
    socket.on("error", () => {});
    socket.once("data", (first) => acceptByFirstByte(socket, first));
  };
  return net.createServer({ noDelay: true }, accept).listen(port, LOOPBACK);
}

main();
