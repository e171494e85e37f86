/** Multipart forms as tests send them, byte for byte. */
import { randomBytes } from 'node:crypto'

export interface Part {
  readonly name?: string
  readonly file?: string
  readonly type?: string
  readonly bytes: Buffer | string
}

export function form(parts: readonly Part[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `x${randomBytes(8).toString('hex')}`
  const chunks = parts.flatMap(({ name = 'file', file, type = 'application/octet-stream', bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; ` +
        `name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n` +
        `${file === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ])
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
