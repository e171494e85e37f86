/** Somebody sends a camera or a screen: what arrives is checked, handed on to the viewers, and recorded. */
import { nowMilliseconds, nowSeconds } from 'tablewright/server'
import { recordOptions } from '#generated/live/options.ts'
import type { Scope } from '#generated/live/server.ts'
import type { MediaKind } from '../../shared/events.ts'
import { describeChannel, moveCode, type MediaFrame } from '../../shared/media/frames.ts'
import { isStaff, type Person } from '../../shared/person.ts'
import { mayPublish } from '../../shared/rights.ts'
import type { LiveState } from '../../shared/state.ts'
import { personOf, readRoom, statusOf, type Room } from '../room.ts'
import { currentState } from '../store/log.ts'
import { readSignal, type ClientSignal } from '../../shared/media/direct.ts'
import { startRecording, type Recording } from './recording.ts'
import { closeStream, nextChannel, openRelay, RelayChannel, type MediaStream, type StreamUse } from './relay.ts'
import { isFree, openDirectRoom, type DirectRoom } from './sfu/room.ts'
import { DirectSender } from './sfu/sender.ts'
import { Assembler } from './webm/assemble.ts'
import { WebmError } from './webm/ebml.ts'
import { WebmReader, type Block, type Medium, type Track } from './webm/reader.ts'
import { fileHead } from './webm/writer.ts'

/** The sender in the room at this moment. */
interface Sender {
  readonly scope: Scope
  readonly room: Room
  readonly person: Person
  readonly state: LiveState
}

async function senderOf(stream: MediaStream, id: number): Promise<Sender | null> {
  const call = await stream.call()
  const room = await readRoom(call.scope.database.query, id)
  const person = room && personOf(call, room)
  if (!room || !person || statusOf(room) !== 'live') return null
  // The hub calls with the tables of the module.
  const scope = call.scope as Scope
  return { scope, room, person, state: await currentState(scope, room) }
}

/** Guard T12: who has no floor sends no sound and no picture; only teachers share their screen. */
function mayMedium({ state, person }: Sender, kind: MediaKind, medium: Medium): boolean {
  if (kind === 'screen') return isStaff(person) && mayPublish(state, person, 'cam')
  return mayPublish(state, person, medium === 'video' ? 'cam' : 'mic')
}

const kinds = recordOptions.kind

/** Takes the place of whatever the person has sent so far, in any process. @returns the number of the place */
async function claim({ scope, room, person }: Sender, kind: MediaKind): Promise<number> {
  const row = await scope.database.write((trx) =>
    trx
      .insertInto('live_track')
      .values({
        room_id: room.id,
        holder: person.holder,
        kind: kinds[kind],
        epoch: 1,
        create_time: nowSeconds(),
        version: 1,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['room_id', 'holder', 'kind'])
          .doUpdateSet(({ eb, ref }) => ({ epoch: eb(ref('live_track.epoch'), '+', 1) })),
      )
      .returning('epoch')
      .executeTakeFirstOrThrow(),
  )
  return row.epoch
}

async function epochOf({ scope, room, person }: Sender, kind: MediaKind): Promise<number> {
  const row = await scope.database.query
    .selectFrom('live_track')
    .select('epoch')
    .where('room_id', '=', room.id)
    .where('holder', '=', person.holder)
    .where('kind', '=', kinds[kind])
    .executeTakeFirst()
  return row?.epoch ?? 0
}

interface PublishRequest {
  readonly kind: MediaKind
  /** The client can send directly. */
  readonly direct?: boolean
}

export async function publish(
  stream: MediaStream,
  id: number,
  { kind, direct: canDirect = false }: PublishRequest,
): Promise<StreamUse> {
  const sender = await senderOf(stream, id)
  const none: StreamUse = { receive: async () => undefined, end: async () => undefined }
  if (!sender) {
    closeStream(stream, 'over')
    return none
  }
  if (!mayMedium(sender, kind, 'video') && !mayMedium(sender, kind, 'audio')) {
    closeStream(stream, 'rights')
    return none
  }
  const epoch = await claim(sender, kind)
  const direct = canDirect ? await openDirectRoom(sender.scope, id) : null
  const publisher = new Publisher(stream, sender, { kind, epoch, canDirect, direct })
  stream.send(JSON.stringify({ type: 'ready', direct: direct?.epoch ?? null } satisfies MediaFrame))
  return publisher
}

interface Place {
  readonly kind: MediaKind
  readonly epoch: number
  readonly canDirect: boolean
  readonly direct: DirectRoom | null
}

class Publisher implements StreamUse {
  readonly #stream: MediaStream
  readonly #room: number
  readonly #kind: MediaKind
  readonly #epoch: number
  readonly #relay
  readonly #channel: RelayChannel
  readonly #reader = new WebmReader()
  #assembler: Assembler | null = null
  #tracks: readonly Track[] = []
  #recording: Recording | null = null
  readonly #direct: DirectSender | null
  readonly #wantsDirect: boolean
  #isEnded = false
  #isStopped = false

  constructor(stream: MediaStream, { scope, room, person }: Sender, { kind, epoch, canDirect, direct }: Place) {
    this.#stream = stream
    this.#room = room.id
    this.#kind = kind
    this.#epoch = epoch
    // Another process has the room: once that is gone, this one can take it.
    this.#wantsDirect = canDirect && !direct && !isFree(room)
    const parts = { stream, kind, onBlocks: this.#takeDirect.bind(this), onLoss: this.#move.bind(this) }
    this.#direct = direct && new DirectSender({ ...parts, room: direct })
    this.#relay = openRelay(scope.database.adapter, room.id)
    this.#channel = new RelayChannel(nextChannel(), person.holder, kind, () => this.#stop('replaced'))
    this.#relay.relay.open(this.#channel)
  }

  async receive(data: Buffer, isBinary: boolean): Promise<void> {
    if (this.#isEnded) return
    if (!isBinary) return this.#signal(readSignal(String(data)))
    const sender = await this.#check()
    if (!sender) return
    // The process that had the room is gone.
    if (this.#wantsDirect && isFree(sender.room)) return this.#move()
    try {
      const blocks = this.#reader.push(data)
      await this.#takeBlocks(sender, blocks, this.#reader.tracks)
    } catch (error) {
      if (!(error instanceof WebmError)) throw error
      this.#stop('format')
    }
  }

  async #signal(signal: ClientSignal | null): Promise<void> {
    if (signal?.type === 'stop') this.#isStopped = true
    if (!this.#direct || !signal || !('epoch' in signal)) return
    const sender = await this.#check()
    if (!sender) return
    const may = (['video', 'audio'] as const).filter((medium) => mayMedium(sender, this.#kind, medium))
    await this.#direct.take(signal, may)
  }

  /** The sender, if it may go on. */
  async #check(): Promise<Sender | null> {
    const sender = await senderOf(this.#stream, this.#room)
    if (!sender) {
      this.#stop('over')
      return null
    }
    // Guard T12: of two places of one person the later one sends, in all processes.
    if ((await epochOf(sender, this.#kind)) !== this.#epoch) this.#stop('replaced')
    return this.#isEnded ? null : sender
  }

  /** Frames that came directly: the same rights, and the same way into the recording. */
  async #takeDirect(blocks: readonly Block[], tracks: readonly Track[]): Promise<void> {
    const sender = this.#isEnded ? null : await this.#check()
    if (sender) await this.#takeBlocks(sender, blocks, tracks)
  }

  async #takeBlocks(sender: Sender, blocks: readonly Block[], tracks: readonly Track[] | null): Promise<void> {
    const now = nowMilliseconds()
    const may = (medium: Medium): boolean => mayMedium(sender, this.#kind, medium)
    if (!this.#assembler) {
      this.#tracks = (tracks ?? []).filter(({ medium }) => may(medium))
      if (tracks && this.#tracks.length === 0) return this.#stop('rights')
    }
    // Players wait for all tracks that they were told of: a sender who loses one right begins anew with the other.
    if (!this.#tracks.every(({ medium }) => may(medium))) return this.#stop('rights')
    const allowed = blocks.filter(({ medium }) => this.#tracks.some((track) => track.medium === medium))
    if (allowed.length === 0) return
    this.#assembler ??= await this.#begin(sender, new Assembler(this.#tracks, allowed, now))
    for (const cluster of this.#assembler.add(allowed, now)) {
      this.#relay.relay.send(this.#channel, cluster)
      await this.#recording?.append(sender.scope, cluster)
    }
  }

  async #begin(sender: Sender, assembler: Assembler): Promise<Assembler> {
    const [hasVideo, hasAudio] = (['video', 'audio'] as const).map((medium) =>
      this.#tracks.some((track) => track.medium === medium),
    ) as [boolean, boolean]
    const { id, holder, kind } = this.#channel
    const head = fileHead(this.#tracks)
    this.#channel.head = head
    this.#channel.description = describeChannel({ id, holder, kind }, hasVideo, hasAudio)
    this.#channel.direct = this.#direct && { room: this.#direct.room, peer: this.#direct.peer }
    this.#relay.relay.begin(this.#channel)
    this.#recording = await startRecording(sender, { kind, head, hasVideo, startedAt: assembler.startedAt })
    return assembler
  }

  #stop(reason: 'over' | 'rights' | 'replaced' | 'format'): void {
    if (this.#isEnded) return
    this.#isStopped = true
    this.#close()
    closeStream(this.#stream, reason)
  }

  /** The sender begins anew, in another way. */
  #move(): void {
    if (this.#isEnded) return
    this.#close()
    this.#stream.close(moveCode, 'move')
  }

  #close(): void {
    this.#isEnded = true
    // From here on nothing of it reaches anybody.
    this.#direct?.close()
    this.#relay.relay.close(this.#channel)
  }

  async end(): Promise<void> {
    this.#close()
    this.#relay.leave()
    const { scope } = await this.#stream.call()
    // As above.
    await this.#recording?.finish(scope as Scope, this.#isStopped ? 'ended' : 'failed')
  }
}
