/** Tries the direct connection without sending anything. */
import { openStream } from 'tablewright/web'
import { mediaTopic } from '../../../shared/events.ts'
import type { ClientSignal, ServerSignal } from '../../../shared/media/direct.ts'
import type { MediaFrame, MediaRequest } from '../../../shared/media/frames.ts'
import type { IceServer } from '../../../shared/media/ice.ts'
import { canConnectDirectly, DirectConnection } from './connection.ts'

/**
 * `good` = sound and picture can go directly, `blocked` = no connection is made, `absent` = the server or the browser
 * has no direct way.
 */
export type DirectState = 'good' | 'blocked' | 'absent'

export async function tryDirect(as: 'admin' | 'member', room: number): Promise<DirectState> {
  if (!canConnectDirectly()) return 'absent'
  const socket = await openStream(as, mediaTopic(room)).catch(() => null)
  if (!socket) return 'absent'
  const tell = (message: MediaRequest | ClientSignal): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  let connection: DirectConnection | null = null
  let iceServers: readonly IceServer[] = []
  const state = await new Promise<DirectState>((resolve) => {
    const handle = async (frame: MediaFrame | ServerSignal): Promise<void> => {
      if (frame.type === 'ice') iceServers = frame.servers
      else if (frame.type === 'ready') {
        if (frame.direct === null) return resolve('absent')
        connection = new DirectConnection({
          epoch: frame.direct,
          iceServers,
          tell,
          onConnect: () => resolve('good'),
          onFailure: () => resolve('blocked'),
        })
        connection.peer.createDataChannel('probe')
        await connection.peer.setLocalDescription()
        tell({ type: 'offer', epoch: frame.direct, sdp: connection.peer.localDescription?.sdp ?? '' })
      } else if (frame.type === 'answer') {
        await connection?.peer.setRemoteDescription({ type: 'answer', sdp: frame.sdp })
      }
    }
    socket.addEventListener('open', () => tell({ type: 'probe' }))
    socket.addEventListener('close', () => resolve('absent'))
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') void handle(JSON.parse(data) as MediaFrame).catch(() => resolve('blocked'))
    })
  })
  ;(connection as DirectConnection | null)?.close()
  socket.close(1000)
  return state
}
