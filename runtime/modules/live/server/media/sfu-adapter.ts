/**
 * The seam for a selective forwarding unit outside of this server. Nothing here implements it: a module of a product
 * that has one does, and hands the frames it receives to the same recorder as everybody else.
 */
import type { MediaKind } from '../../shared/events.ts'
import type { IceServer } from '../../shared/media/ice.ts'
import type { Block, Medium } from './webm/reader.ts'

/** Somebody in a room, and what may be sent now. */
interface SfuPerson {
  readonly room: number
  /** As in events: `user:7`, `admin:1`; null = a visitor, who watches. */
  readonly holder: string | null
  readonly may: Readonly<Record<MediaKind, readonly Medium[]>>
}

/** With it the browser connects to the unit by itself. */
interface SfuPass {
  readonly address: string
  readonly token: string
  /** Seconds since 1970 at which it ends. */
  readonly expires: number
  readonly iceServers: readonly IceServer[]
}

/** Takes the frames of one sender, on the sender's clock, for the recording. */
interface SfuRecorder {
  take(frames: readonly Block[]): void
  /** The sender is gone. */
  end(): void
}

/** An outside unit, for modules of products. */
export interface SfuAdapter {
  readonly name: string
  /** Whether it can be reached; where it cannot, the relay of this server is used, and pages say so. */
  isReady(): Promise<boolean>
  /** Lets somebody in. It is asked again before the pass ends. */
  admit(person: SfuPerson): Promise<SfuPass>
  /** Rights have changed: once it has answered, nobody receives what may not be sent any more. */
  allow(person: SfuPerson): Promise<void>
  /** Sends somebody out. */
  remove(room: number, holder: string): Promise<void>
  /** The lesson is over: everybody is sent out, and recorders end. */
  close(room: number): Promise<void>
  /**
   * Records a room from here on.
   * @param begin called for each sender
   * @returns ends it
   */
  record(room: number, begin: (holder: string, kind: MediaKind) => SfuRecorder): Promise<() => Promise<void>>
}
