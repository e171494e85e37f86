/** Clients of the streams of a room, without a browser. */
import { WebSocket } from 'ws'
import type { Channel, MediaFrame } from '../../../../runtime/modules/live/shared/media/frames.ts'
import type { IceServer } from '../../../../runtime/modules/live/shared/media/ice.ts'
import type { ServerSignal } from '../../../../runtime/modules/live/shared/media/direct.ts'
import type { LiveSite, Who } from '../live-site.ts'
import { framesOf, recorderCluster, recorderHead, type Frame } from './recorder.ts'

export interface MediaSocket {
  readonly socket: WebSocket
  /** The latest list of channels. */
  channels(): readonly Channel[]
  /** The first list has come. */
  isTold(): boolean
  /** Servers that help to connect; null = none were sent. */
  servers(): readonly IceServer[] | null
  /** Everything that came, of all channels. */
  readonly pieces: { readonly channel: number; readonly bytes: Buffer }[]
  /** Code of its end; null = it is open. */
  closed(): number | null
  until<Value>(read: () => Value | null | undefined | false): Promise<Value>
  untilClosed(): Promise<number>
}

/** Texts of the server. */
export type ServerText = MediaFrame | ServerSignal

/** Opens a stream and sends its first message. @param who null = a visitor @param onText called with every text */
export async function openMedia(
  site: LiveSite,
  who: Who | null,
  room: number,
  request: object = { type: 'watch' },
  onText: (text: ServerText) => void = () => undefined,
): Promise<MediaSocket> {
  const ticket = who === null ? '' : `ticket=${await site.ticket(who)}&`
  const socket = new WebSocket(`${site.address.replace('http', 'ws')}/ws?${ticket}topic=liveMedia:${room}`)
  const pieces: MediaSocket['pieces'] = []
  const checks = new Set<() => void>()
  let channels: readonly Channel[] | null = null
  let servers: readonly IceServer[] | null = null
  let isReady = false
  let code: number | null = null
  const notify = (): void => checks.forEach((check) => check())
  socket.on('message', (raw: Buffer, isBinary) => {
    if (isBinary) pieces.push({ channel: raw.readUInt32BE(), bytes: raw.subarray(4) })
    else {
      const frame = JSON.parse(String(raw)) as ServerText
      if (frame.type === 'ready') isReady = true
      else if (frame.type === 'ice') servers = frame.servers
      else if (frame.type === 'channels') channels = frame.channels
      onText(frame)
    }
    notify()
  })
  socket.on('close', (closeCode) => {
    code = closeCode
    notify()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_request, { statusCode }) => reject(new Error(`refused with ${statusCode}`)))
    socket.on('error', reject)
  })
  socket.send(JSON.stringify(request))
  const until: MediaSocket['until'] = (read) =>
    new Promise((resolve) => {
      const check = (): void => {
        const value = read()
        if (value === null || value === undefined || value === false) return
        checks.delete(check)
        resolve(value)
      }
      checks.add(check)
      check()
    })
  const client: MediaSocket = {
    socket,
    pieces,
    channels: () => channels ?? [],
    isTold: () => channels !== null,
    servers: () => servers,
    closed: () => code,
    until,
    untilClosed: () => until(() => code),
  }
  if ('kind' in request) await until(() => isReady || code !== null)
  return client
}

export interface Publisher extends MediaSocket {
  /** Sends the next span of a recording, in milliseconds. */
  send(span?: number): void
}

/** Sends a recording as a browser does. */
export async function publish(
  site: LiveSite,
  who: Who,
  room: number,
  { kind = 'camera', media }: { readonly kind?: string; readonly media?: readonly Frame['medium'][] } = {},
): Promise<Publisher> {
  const client = await openMedia(site, who, room, { type: 'publish', kind })
  let time = 0
  return {
    ...client,
    send(span = 200) {
      const cluster = recorderCluster(framesOf(time, time + span, media))
      client.socket.send(time === 0 ? Buffer.concat([recorderHead(media), cluster]) : cluster)
      time += span
    },
  }
}

/** Times of the pictures and sounds in clusters, in milliseconds. */
export const clusterStart = (bytes: Buffer): number => bytes.readUInt32BE(14)

export const isHead = (bytes: Buffer): boolean => bytes.readUInt32BE() === 0x1a45dfa3
