/**
 * The realtime hub: tells connected clients what transactions publish to topics (`db/topics.ts`), of this process and
 * of others. Nothing depends on it: what it sends are hints and copies of what is stored.
 */
import type { WebSocket } from 'ws'
import type { ClientFrame } from '../../protocol/index.ts'
import { topicTable, type Database, type TopicChange } from '../db/index.ts'
import type { RightsCache } from '../operation/access/rights.ts'
import type { Scope } from '../operation/scope.ts'
import type { MemberAccounts } from '../operation/access/member.ts'
import { liveMemberSessions } from '../identity/session/member-sessions.ts'
import type { Sessions } from '../identity/session/tokens.ts'
import type { Settings } from '../settings/settings.ts'
import { Connection, type Viewer } from './connection.ts'
import { closeCodes, hubLimits, type HubLimits } from './limits.ts'
import { Subscribers } from './subscribers.ts'
import { readTopic, type TopicCall, type TopicKind } from './topic-kind.ts'

export interface HubParts {
  readonly database: Database
  readonly sessions: Sessions
  readonly rights: RightsCache
  /** Absent = no module has members. */
  readonly members?: MemberAccounts
  readonly kinds: ReadonlyMap<string, TopicKind>
  readonly settings: () => Promise<Settings>
  /** The common part of the scopes of all calls. */
  readonly scope: Omit<Scope, 'language' | 'actor' | 'settings'>
  readonly limits?: Partial<HubLimits>
  readonly onError: (error: unknown) => void
}

export interface Hub {
  readonly kinds: ReadonlyMap<string, TopicKind>
  readonly limits: HubLimits
  /** Whether one more connection of this account and address is accepted. */
  accepts(viewer: Viewer): boolean
  connect(socket: WebSocket, viewer: Viewer): void
  /** The function that opens the stream of a topic; null = there is none, or the viewer may not read it. */
  streamOf(viewer: Viewer, topic: string): Promise<((socket: WebSocket) => void) | null>
  /** The call of a viewer about a topic. */
  callOf(viewer: Pick<Viewer, 'actor' | 'member' | 'language'>, topic: string, key: string): Promise<TopicCall>
  /** The last number of a topic; 0 = nothing has happened. */
  headOf(topic: string): Promise<number>
  /** Closes all connections, and stops. */
  close(): Promise<void>
}

export function createHub(parts: HubParts): Hub {
  return new RunningHub(parts)
}

/** Topics that one statement reads. */
const maxNames = 200

class RunningHub implements Hub {
  readonly kinds: ReadonlyMap<string, TopicKind>
  readonly limits: HubLimits
  readonly #parts: HubParts
  readonly #connections = new Set<Connection>()
  readonly #subscribers = new Subscribers()
  readonly #timers: NodeJS.Timeout[] = []
  /** Presence that is being taken back, and streams. */
  readonly #leaving = new Set<Promise<void>>()
  #unsubscribe: (() => void) | null = null
  #checking: Promise<void> | null = null
  #checkedVersion: string | null = null
  #checkedAt = 0
  #polledVersion: string | null = null
  /** The modules that were switched off at the last look. */
  #modulesOff = ''
  #isClosed = false

  constructor(parts: HubParts) {
    this.#parts = parts
    this.kinds = parts.kinds
    this.limits = { ...hubLimits, ...parts.limits }
  }

  accepts({ owner, address }: Viewer): boolean {
    let ofAccount = 0
    let ofAddress = 0
    for (const { viewer } of this.#connections) {
      if (owner && viewer.owner?.id === owner.id && viewer.owner.kind === owner.kind) ofAccount += 1
      if (viewer.address === address) ofAddress += 1
    }
    return (
      !this.#isClosed &&
      this.#connections.size < this.limits.maxConnections &&
      // Guard T65: an account has a number of connections.
      ofAccount < this.limits.maxPerAccount &&
      // Guard T76: an address has a number of connections.
      ofAddress < this.limits.maxPerAddress
    )
  }

  connect(socket: WebSocket, viewer: Viewer): void {
    this.#start()
    const connection = new Connection(socket, viewer, this.limits)
    this.#connections.add(connection)
    connection.onFrame((frame) => void this.#handle(connection, frame).catch(this.#parts.onError))
    connection.onClose(() => {
      this.#connections.delete(connection)
      for (const topic of connection.topics.keys()) this.#leave(connection, topic)
    })
  }

  async streamOf(viewer: Viewer, topic: string): Promise<((socket: WebSocket) => void) | null> {
    const read = readTopic(this.kinds, topic)
    if (!read?.kind.openStream || !(viewer.owner || read.kind.streamsToVisitors)) return null
    // Guard T12: a stream is opened to those who may read its topic.
    // Without: void topic
    if (!(await read.kind.mayRead(await this.callOf(viewer, topic, read.key)))) return null
    return (socket) => {
      this.#start()
      const connection = new Connection(socket, viewer, this.limits, topic)
      this.#connections.add(connection)
      connection.onClose(() => this.#connections.delete(connection))
      this.#await(
        read.kind.openStream?.({
          connection: connection.id,
          get isOpen() {
            return connection.isOpen
          },
          get buffered() {
            return connection.buffered
          },
          call: () => this.callOf(connection.viewer, topic, read.key),
          send: (data) => connection.sendData(data),
          close: (code, reason) => connection.close(code, reason),
          onMessage: (handle) => connection.onData(handle),
          onClose: (handle) => connection.onClose(handle),
        }),
      )
    }
  }

  /** Work that a server which stops waits for. */
  #await(work: Promise<unknown> | undefined): void {
    const done = Promise.resolve(work).then(() => undefined, this.#parts.onError)
    this.#leaving.add(done)
    void done.finally(() => this.#leaving.delete(done))
  }

  /** Begins to listen with the first connection: a server that nobody was ever connected to need not. */
  #start(): void {
    if (this.#unsubscribe) return
    this.#unsubscribe = this.#parts.database.topics.subscribe(
      (changes) => this.#deliver(changes),
      () => void this.#pollHeads(true),
    )
    const every = (ms: number, work: () => void): void => {
      const whileConnected = (): void => (this.#connections.size > 0 ? work() : undefined)
      this.#timers.push(setInterval(whileConnected, ms).unref())
    }
    every(this.limits.heartbeatMs, () => this.#connections.forEach((connection) => connection.beat()))
    every(this.limits.sessionCheckMs, () => void this.#checkSessions())
    every(this.limits.pollMs, () => void this.#pollHeads(false))
    every(this.limits.beatMs, () => void this.#notePresence())
  }

  async callOf(
    { actor, member, language }: Pick<Viewer, 'actor' | 'member' | 'language'>,
    topic: string,
    key: string,
  ): Promise<TopicCall> {
    const scope = { ...this.#parts.scope, settings: await this.#parts.settings(), language, actor }
    return { scope, member, topic, key }
  }

  async headOf(topic: string): Promise<number> {
    const row = await this.#parts.database.query
      .selectFrom(topicTable)
      .select('seq')
      .where('name', '=', topic)
      .executeTakeFirst()
    return Number(row?.['seq'] ?? 0)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#timers.forEach((timer) => clearInterval(timer))
    this.#unsubscribe?.()
    const leaving = [...this.#connections]
    for (const connection of leaving) connection.close(closeCodes.goingAway, 'the server stops')
    // A client that does not answer is not waited for.
    await new Promise((resolve) => setTimeout(resolve, leaving.length > 0 ? 50 : 0))
    for (const connection of leaving) connection.terminate()
    await this.#checking
    await Promise.allSettled(this.#leaving)
  }

  async #handle(connection: Connection, frame: ClientFrame): Promise<void> {
    if (frame.type === 'ping') return connection.send({ type: 'pong' })
    if (frame.type === 'subscribe') return this.#subscribe(connection, frame.topic)
    if (frame.type === 'unsubscribe') return this.#leave(connection, frame.topic)
    return this.#sendMessage(connection, frame.topic, frame.data)
  }

  async #sendMessage(connection: Connection, topic: string, message: unknown): Promise<void> {
    const read = readTopic(this.kinds, topic)
    if (!read?.kind.maySend || connection.topics.get(topic) !== true) return
    const call = await this.callOf(connection.viewer, topic, read.key)
    if (await read.kind.maySend(call)) this.#parts.database.topics.send([{ topic, seq: null, message }])
  }

  async #subscribe(connection: Connection, topic: string): Promise<void> {
    if (connection.topics.has(topic)) return
    const refuse = (reason: 'forbidden' | 'too_many' | 'failed'): void => {
      this.#leave(connection, topic)
      connection.send({ type: 'refused', topic: topic.slice(0, 200), reason })
    }
    // Guard T65: a connection has a number of topics.
    if (connection.topics.size >= this.limits.maxTopics) return refuse('too_many')
    const read = readTopic(this.kinds, topic)
    // Guard T12: what there is not and what is forbidden are told alike.
    if (!read) return refuse('forbidden')
    connection.topics.set(topic, false)
    try {
      const call = await this.callOf(connection.viewer, topic, read.key)
      // Guard T12: a topic is read by those who may.
      if (!(await read.kind.mayRead(call))) return refuse('forbidden')
      if (!connection.topics.has(topic) || !connection.isOpen) return
      // It hears of everything from now on; what happened until then is before the head that is read next.
      connection.topics.set(topic, true)
      this.#subscribers.add(topic, connection)
      const head = await this.headOf(topic)
      // Earlier subscribers may not have heard of it yet.
      if (head > this.#subscribers.headOf(topic)) this.#deliver([{ topic, seq: head }])
      connection.send({ type: 'subscribed', topic, head })
      if (read.kind.onJoin && connection.topics.has(topic))
        await read.kind.onJoin({ ...call, connection: connection.id })
    } catch (error) {
      this.#parts.onError(error)
      refuse('failed')
    }
  }

  #leave(connection: Connection, topic: string): void {
    const wasReading = connection.topics.get(topic)
    connection.topics.delete(topic)
    this.#subscribers.remove(topic, connection)
    const read = readTopic(this.kinds, topic)
    if (wasReading !== true || !read?.kind.onLeave) return
    this.#await(
      this.callOf(connection.viewer, topic, read.key).then((call) =>
        read.kind.onLeave?.({ ...call, connection: connection.id }),
      ),
    )
  }

  #deliver(changes: readonly TopicChange[]): void {
    for (const { topic, seq, data, message, recheck } of changes) {
      if (recheck) {
        const readers = [...this.#connections].filter((connection) => connection.topics.get(topic) === true)
        if (readers.length > 0) void this.#recheck(readers, topic)
      } else if (!this.#subscribers.has(topic)) continue
      else if (message !== undefined) this.#subscribers.send(topic, { type: 'message', topic, data: message }, true)
      else if (seq === null) this.#subscribers.send(topic, { type: 'event', topic })
      // A number that comes late without a copy says nothing new: its subscribers know a later one.
      else if (data !== undefined || seq > this.#subscribers.headOf(topic)) {
        this.#subscribers.advance(topic, seq)
        this.#subscribers.send(topic, { type: 'event', topic, seq, ...(data !== undefined && { data }) })
      }
    }
  }

  /** Finds what other processes have published. @param isGap something may have been missed */
  async #pollHeads(isGap: boolean): Promise<void> {
    const { database, onError } = this.#parts
    try {
      const version = database.version()
      if (!isGap && (database.topics.hearsOthers || (version !== null && version === this.#polledVersion))) return
      this.#polledVersion = version
      const names = this.#subscribers.names
      for (let start = 0; start < names.length; start += maxNames) {
        const rows = await database.query
          .selectFrom(topicTable)
          .select(['name', 'seq'])
          .where('name', 'in', names.slice(start, start + maxNames))
          .execute()
        this.#deliver(rows.map((row) => ({ topic: String(row['name']), seq: Number(row['seq']) })))
      }
      // A topic without numbers does not show whether something has happened.
      if (isGap) this.#subscribers.wakeUnnumbered()
    } catch (error) {
      this.#polledVersion = null
      onError(error)
    }
  }

  /** One look at a time: when the database is slow, looks would pile up. */
  #checkSessions(): Promise<void> {
    this.#checking ??= this.#lookAtSessions()
      .catch(this.#parts.onError)
      .finally(() => (this.#checking = null))
    return this.#checking
  }

  async #lookAtSessions(): Promise<void> {
    const { database, sessions, rights } = this.#parts
    const version = database.version()
    // Without a commit sessions only end by time.
    if (version !== null && version === this.#checkedVersion && performance.now() - this.#checkedAt < maxCheckAgeMs)
      return
    const connections = [...this.#connections]
    const idsOf = (kind: 'admin' | 'user'): readonly number[] => [
      ...new Set(connections.flatMap(({ viewer }) => (viewer.owner?.kind === kind ? [viewer.sessionId] : []))),
    ]
    const states = await sessions.readSessions(idsOf('admin'))
    const settings = await this.#parts.settings()
    const members = await liveMemberSessions(database, settings, idsOf('user'))
    const isSwitched = this.#modulesOff !== settings.modulesOff.join()
    for (const connection of connections) {
      const { viewer } = connection
      // Visitors have no session.
      if (!viewer.owner) continue
      if (viewer.owner.kind === 'user') {
        // Guard T33: the connection of a member ends with the session.
        if (!members.has(viewer.sessionId)) connection.close(closeCodes.signedOut, 'the session has ended')
        else if (isSwitched) await this.#recheckAll(connection)
        continue
      }
      const state = states.get(viewer.sessionId)
      // Guard T33: a connection ends with its session.
      // Without: if (!state || state.state === 'none') continue
      if (state?.state !== 'active' || state.pending !== null) {
        connection.close(closeCodes.signedOut, 'the session has ended')
        continue
      }
      if (!isSwitched && state.accessVersion === viewer.actor?.accessVersion) continue
      connection.viewer = { ...viewer, actor: await rights.actorOf(state) }
      // Guard T33: changed rights close topics.
      await this.#recheckAll(connection)
    }
    this.#modulesOff = settings.modulesOff.join()
    this.#checkedVersion = version
    this.#checkedAt = performance.now()
  }

  async #recheckAll(connection: Connection): Promise<void> {
    for (const topic of connection.topics.keys()) await this.#recheck([connection], topic)
  }

  /** Closes the topic for those who may not read it any more. */
  async #recheck(connections: readonly Connection[], topic: string): Promise<void> {
    const read = readTopic(this.kinds, topic)
    for (const connection of connections) {
      try {
        const call = await this.callOf(connection.viewer, topic, read?.key ?? '')
        if (await read?.kind.mayRead(call)) continue
      } catch (error) {
        this.#parts.onError(error)
      }
      // Guard T33: changed rights close streams.
      // Without: if (connection.isStream) continue
      if (connection.isStream) {
        connection.close(closeCodes.forbidden, 'forbidden')
        continue
      }
      this.#leave(connection, topic)
      connection.send({ type: 'refused', topic, reason: 'forbidden' })
    }
  }

  async #notePresence(): Promise<void> {
    try {
      for (const kind of this.kinds.values()) {
        if (!kind.onBeat) continue
        const present = []
        for (const connection of this.#connections)
          for (const [topic, isReading] of connection.topics) {
            const read = isReading && !connection.isStream ? readTopic(this.kinds, topic) : null
            if (read?.kind === kind)
              present.push({ ...(await this.callOf(connection.viewer, topic, read.key)), connection: connection.id })
          }
        const scope = { ...this.#parts.scope, settings: await this.#parts.settings(), language: 'en', actor: null }
        await kind.onBeat(scope as Scope, present)
      }
    } catch (error) {
      this.#parts.onError(error)
    }
  }
}

/** Milliseconds after which sessions are looked at although nothing was committed. */
const maxCheckAgeMs = 10_000
