/**
 * The baseline of uploads: Fastify's multipart parser, and what it parses goes to a file.
 * Usage: node upload-baseline.mjs <folder> <port>
 */
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'

const [folder, port] = process.argv.slice(2)
const app = Fastify({ bodyLimit: 2 ** 31 })
await app.register(multipart, { limits: { fileSize: 2 ** 31 } })
app.get('/ready', async () => 'ready')
async function copyFile(request) {
  const path = join(folder, 'copy')
  for await (const part of request.parts()) if (part.type === 'file') await pipeline(part.file, createWriteStream(path))
  await rm(path)
  return { code: 1 }
}
app.route({ method: 'POST', url: '/upload', handler: copyFile })
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.once('SIGTERM', () => process.exit(0))
