/**
 * The process that hands sound and picture on directly: one sender and many viewers, without browsers. Run by itself it
 * prints its cost and losses: node tests/bench/live-media.mjs [viewers] [seconds]
 */
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { median } from './list.mjs'
import { root } from './servers.mjs'

const folder = join(root, 'runtime/modules/live/server/media/sfu')
/** Bytes of a picture, 20 a second: about 1.2 million bits a second with the sound. */
const size = 7000
const both = ['video', 'audio']
/** Ticks of the clock of processes in a second. */
const ticks = 100
/** Milliseconds for what is on its way. */
const waitMs = 5000

/** The process of the media. `next` waits for an event of a peer. */
function startMedia() {
  const library = pathToFileURL(createRequire(import.meta.url).resolve('node-datachannel')).href
  const files = Object.fromEntries(
    ['packets', 'lines'].map((name) => [name, pathToFileURL(join(folder, `${name}.mjs`)).href]),
  )
  const child = fork(join(folder, 'child.mjs'), [JSON.stringify({ library, files, port: 0, address: '' })], {
    execArgv: [],
    serialization: 'advanced',
  })
  const waiting = new Map()
  child.on('message', ({ event, peer, ...message }) => waiting.get(`${event} ${peer}`)?.(message))
  const next = (event, peer) => new Promise((resolve) => waiting.set(`${event} ${peer}`, resolve))
  return { child, next }
}

/** Clients, which answer by number. */
function startPeers() {
  const child = fork(join(root, 'tests/modules/live/media/peers.mjs'), { execArgv: [] })
  const waiting = []
  child.on('message', ({ number, error, ...answer }) => waiting[number](error, answer))
  const ask = (action, id, more = {}) =>
    new Promise((resolve, reject) => {
      const settle = (error, answer) => (error ? reject(new Error(`${action}: ${error}`)) : resolve(answer))
      child.send({ do: action, id, number: waiting.push(settle) - 1, ...more })
    })
  return { child, ask }
}

const cpuSeconds = (pid) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticks
}
const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024

async function enter(media, peers, name) {
  const began = performance.now()
  const lanes = media.next('lanes', name)
  media.child.send({ do: 'view', peer: name, choice: [{ sender: 'sender', media: both }] })
  const answer = await peers.ask('watch', name, { sdp: (await lanes).sdp })
  media.child.send({ do: 'accept', peer: name, sdp: answer.sdp })
  while (!((await peers.ask('count', name)).counts.video?.received > 0)) await pause(2)
  return performance.now() - began
}

/** Packets that were sent since a viewer joined and did not come, once the sender has stopped. */
async function countLosses(peers, names) {
  await peers.ask('stop', 'sender')
  const { counts: totals } = await peers.ask('count', 'sender')
  const read = async (name) => {
    const { counts } = await peers.ask('count', name)
    return both.reduce((sum, medium) => {
      const { lost, last } = counts[medium]
      return sum + lost + ((totals[medium].last - last) & 0xffff)
    }, 0)
  }
  for (const end = performance.now() + waitMs; ; await pause(20)) {
    const losses = (await Promise.all(names.map(read))).reduce((sum, count) => sum + count, 0)
    if (losses === 0 || performance.now() > end) return losses
  }
}

/**
 * @returns the part of a core, packets to viewers in a second and how many were lost, medians of the milliseconds from
 * sender to viewer and from joining to the first picture, and memory
 */
export async function benchLiveMedia({ viewers, seconds }) {
  const media = startMedia()
  const peers = startPeers()
  try {
    await media.next('ready')
    const description = await peers.ask('send', 'sender', { media: both, size })
    const answer = media.next('answer', 'sender')
    media.child.send({ do: 'publish', peer: 'sender', sdp: description.sdp, kind: 'camera', media: both })
    await peers.ask('answer', 'sender', { sdp: (await answer).sdp })
    const names = Array.from({ length: viewers }, (_none, index) => `viewer ${index}`)
    const firsts = []
    for (const name of names) firsts.push(await enter(media, peers, name))
    const read = () => Promise.all(names.map((name) => peers.ask('count', name)))
    const packets = (list) => list.reduce((sum, { counts }) => sum + counts.video.received + counts.audio.received, 0)
    const before = await read()
    const [cpu, began] = [cpuSeconds(media.child.pid), performance.now()]
    await pause(seconds * 1000)
    const span = (performance.now() - began) / 1000
    const core = (cpuSeconds(media.child.pid) - cpu) / span
    const after = await read()
    return {
      core,
      packets: (packets(after) - packets(before)) / span,
      lost: await countLosses(peers, names),
      delayMs: median(after.flatMap(({ delays }) => delays)),
      firstMs: median(firsts),
      slowestFirstMs: Math.max(...firsts),
      mb: residentMb(media.child.pid),
    }
  } finally {
    media.child.kill('SIGKILL')
    peers.child.kill('SIGKILL')
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [viewers = 60, seconds = 10] = process.argv.slice(2).map(Number)
  console.log(await benchLiveMedia({ viewers, seconds }))
}
