/** Sends a camera or a screen directly: this side offers. */
import type { MediaKind } from '../../../shared/events.ts'
import type { ClientSignal, ServerSignal } from '../../../shared/media/direct.ts'
import type { IceServer } from '../../../shared/media/ice.ts'
import { DirectConnection } from './connection.ts'

interface DirectSenderParts {
  readonly stream: MediaStream
  readonly kind: MediaKind
  readonly epoch: number
  readonly iceServers: readonly IceServer[]
  readonly tell: (signal: ClientSignal) => void
  readonly onConnect: () => void
  readonly onFailure: () => void
}

/** Bits of a picture in a second. */
const pictureRates = { camera: 1_200_000, screen: 2_500_000 } as const
const types = ['video/vp8', 'audio/opus']

export class DirectSender {
  readonly #connection: DirectConnection

  constructor({ stream, kind, ...parts }: DirectSenderParts) {
    this.#connection = new DirectConnection(parts)
    const { peer } = this.#connection
    for (const track of stream.getTracks()) {
      if (track.readyState !== 'live') continue
      if (kind === 'screen' && track.kind === 'video') track.contentHint = 'detail'
      const transceiver = peer.addTransceiver(track, {
        direction: 'sendonly',
        ...(track.kind === 'video' && { sendEncodings: [{ maxBitrate: pictureRates[kind] }] }),
      })
      const codecs = RTCRtpSender.getCapabilities(track.kind)?.codecs ?? []
      transceiver.setCodecPreferences(codecs.filter(({ mimeType }) => types.includes(mimeType.toLowerCase())))
    }
    void this.#offer(parts).catch(parts.onFailure)
  }

  async #offer({ tell, epoch }: Pick<DirectSenderParts, 'tell' | 'epoch'>): Promise<void> {
    const { peer } = this.#connection
    await peer.setLocalDescription()
    tell({ type: 'offer', epoch, sdp: peer.localDescription?.sdp ?? '' })
  }

  async take(signal: ServerSignal): Promise<void> {
    const { peer, epoch } = this.#connection
    if (signal.type === 'answer' && signal.epoch === epoch && peer.signalingState === 'have-local-offer')
      await peer.setRemoteDescription({ type: 'answer', sdp: signal.sdp })
  }

  close(): void {
    this.#connection.close()
  }
}
