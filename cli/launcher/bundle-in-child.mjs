// Bundles the command line in a process of its own: the bundler takes memory that the process which goes on (a server,
// perhaps) should not keep.
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.mjs'
import { bundledPackages, startChunk } from './start-chunk.mjs'
import { spawnChild } from './spawn-child.mjs'

const self = fileURLToPath(import.meta.url)

/** As `bundle`, elsewhere, with one chunk for what every start loads. Throws an Error with the bundler's message. */
export function bundleInChild(request) {
  return new Promise((resolve, reject) => {
    const child = spawnChild(process.execPath, [self, JSON.stringify(request)], { stdio: ['ignore', 'ignore', 'pipe'] })
    let message = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      message += text
    })
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(message.trimEnd()))))
  })
}

if (process.argv[1] === self) {
  try {
    await bundle({ ...JSON.parse(process.argv[2]), packages: bundledPackages, groups: startChunk })
  } catch (error) {
    process.stderr.write(error.message)
    process.exitCode = 1
  }
}
