// The handlers of the bundled service under Node's cluster module, as an arm of a comparison.
//   node node-cluster.js WORKERS
// Listens on 127.0.0.1, on a port that the kernel chooses. Writes {"ready": PID, "port": P} when a
// worker listens and {"gone": PID} when one has ended; TERM ends all.
'use strict';
const cluster = require('node:cluster');
const http = require('node:http');
const net = require('node:net');

const HOST = '127.0.0.1';
const LONGEST_MS = 60000;
const MOST_OBJECTS = 1000000;
// A worker that dies at once, so often in a row, will not live the next time either.
const QUICK_DEATH_MS = 1000;
const MOST_QUICK_DEATHS = 10;

if (cluster.isPrimary) {
  supervise(Number(process.argv[2]));
} else {
  serve(`${process.env.SLOT}/1/${process.pid}`);
}

function supervise(workers) {
  let port = 0;
  let stopping = false;
  let quickDeaths = 0;
  const start = (slot) => {
    const worker = cluster.fork({ SLOT: String(slot), PORT: String(port) });
    worker.slot = slot;
    worker.startedAt = Date.now();
  };
  const say = (news) => process.stdout.write(JSON.stringify(news) + '\n');

  cluster.on('listening', (worker) => say({ ready: worker.process.pid, port }));
  cluster.on('exit', (worker) => {
    say({ gone: worker.process.pid });
    if (stopping) {
      return;
    }
    quickDeaths = Date.now() - worker.startedAt < QUICK_DEATH_MS ? quickDeaths + 1 : 0;
    if (quickDeaths > MOST_QUICK_DEATHS) {
      process.stderr.write('the workers die as soon as they start\n');
      process.exit(1);
    }
    start(worker.slot);
  });
  process.on('SIGTERM', () => {
    stopping = true;
    for (const worker of Object.values(cluster.workers)) {
      worker.process.kill('SIGKILL');
    }
    process.exit(0);
  });
  // The kernel chooses it here, once: asked for port 0, a lone worker that comes back would get
  // another one than its predecessor.
  const chooser = net.createServer().listen(0, HOST, () => {
    port = chooser.address().port;
    chooser.close(() => {
      for (let slot = 0; slot < workers; slot++) {
        start(slot);
      }
    });
  });
}

function serve(name) {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  let records = [];

  const routes = {
    '/fast': (query, answer) => answer(200, 'fast'),
    '/cpu': (query, answer) => {
      const ms = number(query, 'ms', 100, LONGEST_MS);
      answer(200, `computed for ${ms} ms: ${burn(ms)}`);
    },
    '/block': (query, answer) => {
      const ms = number(query, 'ms', 100, LONGEST_MS);
      Atomics.wait(sleeper, 0, 0, ms);
      answer(200, `blocked for ${ms} ms`);
    },
    '/wait': (query, answer) => {
      const ms = number(query, 'ms', 90, LONGEST_MS);
      setTimeout(() => answer(200, `waited for ${ms} ms`), ms);
    },
    '/report': (query, answer) => {
      const objects = number(query, 'objects', 300000, MOST_OBJECTS);
      if (records.length !== objects) {
        records = rows(objects);
      }
      const bytes = Buffer.byteLength(JSON.stringify(records));
      answer(200, `encoded ${objects} records as ${bytes} bytes of JSON`);
    },
  };

  http
    .createServer((request, response) => {
      const answer = (status, text) => {
        const body = `${text}\npid ${process.pid}\n`;
        response.writeHead(status, {
          'Content-Type': 'text/plain; charset=utf-8',
          'Content-Length': Buffer.byteLength(body),
          'X-Worker': name,
        });
        response.end(body);
      };
      const url = new URL(request.url, 'http://any');
      const route = routes[url.pathname];
      if (!route) {
        answer(404, `no ${url.pathname} here`);
        return;
      }
      try {
        route(url.searchParams, answer);
      } catch (problem) {
        answer(400, problem.message);
      }
    })
    .listen(Number(process.env.PORT), HOST);
}

function number(query, name, otherwise, most) {
  const text = query.get(name);
  if (text === null) {
    return otherwise;
  }
  if (!/^[0-9]{1,9}$/.test(text) || Number(text) > most) {
    throw new Error(`${name} is a whole number in 0..${most}, not '${text}'`);
  }
  return Number(text);
}

// CPU time, not time: with more busy workers than cores each takes longer by the clock.
function burn(ms) {
  const used = () => {
    const cpu = process.cpuUsage();
    return cpu.user + cpu.system;
  };
  const end = used() + ms * 1000;
  let state = 2463534242;
  while (used() < end) {
    for (let i = 0; i < 10000; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
    }
  }
  return state >>> 0;
}

function rows(count) {
  const products = ['apple', 'banana', 'cherry', 'damson', 'elderberry', 'fig', 'gooseberry'];
  const made = [];
  for (let i = 0; i < count; i++) {
    made.push({
      id: 1000000 + i,
      customer: (i * 7919) % 10007,
      product: products[i % products.length],
      quantity: 1 + (i % 12),
      priceCents: 99 + ((i * 31) % 100000),
      paid: i % 3 !== 0,
    });
  }
  return made;
}
