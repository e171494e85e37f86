/**
 * Connections are shared out: one address cannot occupy all of them. An address at its limit, and the server when all
 * connections are in use, make room by closing the connection that is missed least: the one that has been idle
 * longest, else one that waits for a body. Requests in progress and admitted uploads are never cut off.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BlockList, isIPv4, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addressPrefix, unmapped } from '../../operation/limits/ip-network.ts'
import { isWaitingForBody } from '../body/arrival.ts'
import { sendBusy } from '../errors.ts'

/** Node refuses connections beyond this number without asking anybody. */
export const maxConnections = 4096

export interface SocketLimits {
  /** Connections from which on room is made; below `maxConnections`, so that this number is not reached. */
  readonly max: number
  /** Connections of one address. */
  readonly maxPerAddress: number
}

/** An address may use a quarter of all: enough for 200 devices with five connections each. */
export const socketLimits: SocketLimits = { max: 4000, maxPerAddress: 1024 }

/**
 * Requests one connection may have in progress: clients send the next one before the answer to the last (pipelining).
 * Browsers do not, proxies rarely; without a limit one connection could occupy the server like a thousand.
 */
export const maxPipelined = 32

/** Milliseconds between two warnings about refused connections. */
const warningIntervalMs = 60_000

/** The connections of one address. Sets are in the order in which connections were opened or became idle. */
interface Peer {
  readonly isTrusted: boolean
  readonly sockets: Map<Socket, Set<IncomingMessage>>
  readonly idle: Set<Socket>
}

/**
 * Trusted proxies may open any number of connections, because these belong to many visitors; what counts then are the
 * requests in progress of each visitor. Call it before the server listens.
 */
export function addSocketLimits(app: FastifyInstance, limits: SocketLimits, isTrusted: AddressTest): void {
  let warnedAt = -warningIntervalMs
  limitConnections(app.server, limits, isTrusted, (address) => {
    if (performance.now() - warnedAt < warningIntervalMs) return
    warnedAt = performance.now()
    app.log.warn(
      { address, ...limits },
      'connection closed: the address, or the server, has too many, or it sent too many requests at once',
    )
  })
  limitVisitors(app, limits, isTrusted)
}

function limitVisitors(app: FastifyInstance, { maxPerAddress }: SocketLimits, isTrusted: AddressTest): void {
  const running = new Map<string, number>()
  app.addHook('onRequest', (request, reply, done) => {
    if (!isTrusted(request.socket.remoteAddress ?? '') || isTrusted(request.ip)) return done()
    const key = visitorKey(request.ip)
    const count = running.get(key) ?? 0
    // Guard T76: visitors behind a proxy are counted.
    if (count >= maxPerAddress) return void sendBusy(request, reply)
    running.set(key, count + 1)
    reply.raw.once('close', () => {
      const left = (running.get(key) ?? 1) - 1
      if (left === 0) running.delete(key)
      else running.set(key, left)
    })
    done()
  })
}

function limitConnections(
  server: Server,
  { max, maxPerAddress }: SocketLimits,
  isTrusted: AddressTest,
  onRefused: (address: string) => void,
): void {
  const peers = new Map<string, Peer>()
  const peerOf = new WeakMap<Socket, Peer>()
  /** By address and port of the client. */
  const plainSockets = new Map<string, Socket>()
  const secureOf = new WeakMap<Socket, Socket>()
  let count = 0

  server.on('connection', (socket: Socket) => {
    // Its request was put back without what it offered.
    if (peerOf.has(socket)) return
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return void socket.destroy()
    const key = visitorKey(remoteAddress)
    const peer = peers.get(key) ?? { isTrusted: isTrusted(remoteAddress), sockets: new Map(), idle: new Set() }
    // Guard T76: an address has a number of connections.
    // Without: const isAtLimit = !peer.isTrusted && peer.sockets.size < 0
    const isAtLimit = !peer.isTrusted && peer.sockets.size >= maxPerAddress
    if (
      (isAtLimit && !makeRoom(peer)) ||
      (count >= max &&
        // Guard T76: room is made at the cost of the address with the most.
        !makeRoomFor(peer, peers.values()))
    ) {
      onRefused(remoteAddress)
      return void socket.destroy()
    }
    peers.set(key, peer)
    peerOf.set(socket, peer)
    peer.sockets.set(socket, new Set())
    peer.idle.add(socket)
    const end = endOf(socket)
    plainSockets.set(end, socket)
    count += 1
    socket.once('close', () => {
      count -= 1
      plainSockets.delete(end)
      const counted = secureOf.get(socket) ?? socket
      peer.sockets.delete(counted)
      peer.idle.delete(counted)
      if (peer.sockets.size === 0) peers.delete(key)
    })
  })

  // With TLS, requests belong to a socket of their own above the one that was counted.
  server.on('secureConnection', (secure: Socket) => {
    const plain = plainSockets.get(endOf(secure))
    const peer = plain && peerOf.get(plain)
    if (!plain || !peer?.sockets.delete(plain)) return
    peer.idle.delete(plain)
    secureOf.set(plain, secure)
    peerOf.set(secure, peer)
    peer.sockets.set(secure, new Set())
    peer.idle.add(secure)
  })

  // Guard T76: a socket of the hub is never idle: room is not made by closing it.
  server.prependListener('upgrade', ({ socket }: IncomingMessage) => peerOf.get(socket)?.idle.delete(socket))

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const peer = peerOf.get(socket)
    const running = peer?.sockets.get(socket)
    if (!peer || !running) return
    running.add(request)
    // Guard T76: a connection has a number of requests in progress.
    if (running.size > maxPipelined) {
      onRefused(socket.remoteAddress ?? '')
      return void socket.destroy()
    }
    peer.idle.delete(socket)
    response.once('close', () => {
      running.delete(request)
      if (running.size === 0 && peer.sockets.has(socket)) peer.idle.add(socket)
    })
  })
}

const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

/** Room for one more of this address, taken from the address with the most connections that can spare one. */
function makeRoomFor(newcomer: Peer, peers: Iterable<Peer>): boolean {
  const largestFirst = [...peers]
    .filter((peer) => peer === newcomer || peer.sockets.size > newcomer.sockets.size)
    .sort((left, right) => Number(left.isTrusted) - Number(right.isTrusted) || right.sockets.size - left.sockets.size)
  return largestFirst.some(makeRoom)
}

/** Closes a connection of the address that is missed least. False when all of them are at work. */
function makeRoom({ sockets, idle }: Peer): boolean {
  const [oldestIdle] = idle
  const spare = oldestIdle ?? [...sockets].find(([, running]) => [...running].some(isWaitingForBody))?.[0]
  if (!spare) return false
  sockets.delete(spare)
  idle.delete(spare)
  spare.destroy()
  return true
}

/** The address itself; of IPv6 the /64, because a visitor usually has all of it. */
function visitorKey(address: string): string {
  const plain = unmapped(address)
  return isIPv4(plain) ? plain : addressPrefix(plain)
}

export type AddressTest = (address: string) => boolean

const rangesOf: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Reads the list as Fastify does: addresses, ranges and the names of three groups of ranges. */
export function createProxyTest(trustedProxies: readonly string[]): AddressTest {
  if (trustedProxies.length === 0) return () => false
  const list = new BlockList()
  for (const entry of trustedProxies.flatMap((name) => rangesOf[name] ?? [name])) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (text) => {
    const address = unmapped(text)
    return isIPv4(address) ? list.check(address) : isIPv6(address) && list.check(address, 'ipv6')
  }
}
