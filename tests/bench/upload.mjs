/** Uploads of one large file, against a copy of what the same parser parses, in turns; each server is a process. */
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { median } from './list.mjs'
import { residentMb, startOurs, startUploadBaseline } from './servers.mjs'

const chunk = randomBytes(64 * 1024)

/** Sends a form with a file of so many MB, different from any before. Resolves with its seconds. */
function send(url, headers, megabytes) {
  const boundary = 'bench-boundary'
  const head = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="large.dat"\r\n\r\n`),
    randomBytes(64),
  ])
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const count = megabytes * 16
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + count * chunk.length + tail.length,
      },
    })
    sent.on('error', reject).on('response', async (response) => {
      let text = ''
      for await (const piece of response) text += piece
      if (JSON.parse(text).code !== 1) reject(new Error(`the upload was refused: ${text}`))
      else resolve((performance.now() - began) / 1000)
    })
    sent.write(head)
    let at = 0
    const writeMore = () => {
      while (at < count) {
        at++
        if (!sent.write(chunk)) return void sent.once('drain', writeMore)
      }
      sent.end(tail)
    }
    writeMore()
  })
}

/** The most memory that a process had beyond what it had before, in MB, while the work ran. */
async function extraMemory(pid, work) {
  const before = residentMb(pid)
  let most = before
  const timer = setInterval(() => (most = Math.max(most, residentMb(pid))), 20)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return most - before
}

/** MB per second of ours and of the baseline, and the additional memory of ours. */
export async function benchUpload(folder, { uploadMb, uploads }) {
  const ours = await startOurs(folder)
  const baseline = await startUploadBaseline(folder)
  try {
    const headers = { batoken: ours.token }
    const answer = await fetch(`${ours.address}/admin/routine.Config/edit`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ upload_size: '1gb', upload_types: '*', upload_quota: 1_000_000 }),
    })
    if ((await answer.json()).code !== 1) throw new Error('the settings were refused')
    const sendOurs = () => send(`${ours.address}/admin/ajax/upload`, headers, uploadMb)
    const sendBaseline = () => send(`${baseline.address}/upload`, {}, uploadMb)
    const seconds = { ours: [], baseline: [] }
    const memory = []
    for (let run = 0; run <= uploads; run++) {
      const theirs = await sendBaseline()
      memory.push(await extraMemory(ours.pid, async () => void seconds.ours.push(await sendOurs())))
      seconds.baseline.push(theirs)
    }
    // The first of each warms up.
    const speed = (list) => uploadMb / median(list.slice(1))
    return { ours: speed(seconds.ours), baseline: speed(seconds.baseline), memoryMb: Math.max(...memory) }
  } finally {
    await ours.stop()
    await baseline.stop()
  }
}
