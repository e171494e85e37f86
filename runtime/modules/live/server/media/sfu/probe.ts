/** A trial of the direct connection before anything is sent: it carries neither sound nor picture. */
import { randomUUID } from 'node:crypto'
import type { Scope } from '#generated/live/server.ts'
import { readSignal, type ServerSignal } from '../../../shared/media/direct.ts'
import type { MediaFrame } from '../../../shared/media/frames.ts'
import type { MediaStream, StreamUse } from '../relay.ts'
import { openEngine } from './engine.ts'
import { isDirectAllowed } from './settings.ts'

/** Trials have a lease of their own. */
const epoch = 1

export async function probe(stream: MediaStream, scope: Scope): Promise<StreamUse> {
  const opened = isDirectAllowed(scope.settings) ? await openEngine(scope) : 'package'
  const engine = typeof opened === 'string' ? null : opened
  const peer = randomUUID()
  let isOffered = false
  stream.send(JSON.stringify({ type: 'ready', direct: engine ? epoch : null } satisfies MediaFrame))
  return {
    async receive(data, isBinary) {
      const signal = isBinary ? null : readSignal(String(data))
      if (!engine || signal?.type !== 'offer' || isOffered) return
      isOffered = true
      const sdp = await engine.publish(
        peer,
        { failed: () => undefined },
        { sdp: signal.sdp, kind: 'camera', media: [] },
      )
      if (sdp !== null) stream.send(JSON.stringify({ type: 'answer', epoch, sdp } satisfies ServerSignal))
    },
    async end() {
      engine?.close(peer)
    },
  }
}
