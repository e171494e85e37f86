/**
 * A bare answer: Fastify sending a JSON text of so many bytes, nothing else. What any answer of that size costs at
 * least.
 * Usage: node bare-server.mjs <bytes> <port>
 */
import Fastify from 'fastify'

const [bytes, port] = process.argv.slice(2).map(Number)
const text = JSON.stringify({ code: 1, data: 'x'.repeat(Math.max(0, bytes - 24)) })
const app = Fastify()
app.get('/bare', (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(text))
await app.listen({ port, host: '127.0.0.1' })
