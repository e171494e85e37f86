/** The picture of somebody, with the name below it. */
import { Button } from '@blueprintjs/core'
import { useCallback, useState } from 'react'
import { useSingleKeys } from 'tablewright/web/parts'
import { useT } from './texts.ts'
import type { OwnMedia } from './use-media.ts'
import type { Tile } from './watcher.ts'

interface TileProps {
  readonly tile: Tile
  readonly name: string
}

export function TileView({ tile, name }: TileProps) {
  const t = useT()
  const { element } = tile.player
  // The player owns its element, so that no repaint interrupts it.
  const place = useCallback(
    (holder: HTMLDivElement | null) => {
      holder?.replaceChildren(element)
    },
    [element],
  )
  const { kind, hasVideo } = tile.channel
  const title = kind === 'screen' ? t('screen-of', { name }) : name
  return (
    <figure className="live-tile" data-lost={!tile.isLive || undefined} data-kind={kind}>
      <div ref={place} className="live-tile-picture" />
      {!hasVideo && <span className="live-tile-sound">{t('sound-only')}</span>}
      <figcaption>
        {title}
        {!tile.isLive && <span role="status"> · {t('lost')}</span>}
      </figcaption>
    </figure>
  )
}

export function OwnTile({ own }: { readonly own: OwnMedia }) {
  const t = useT()
  const { stream, kind, state } = own
  const place = useCallback(
    (video: HTMLVideoElement | null) => {
      if (video) video.srcObject = stream
    },
    [stream],
  )
  const [sound] = stream.getAudioTracks()
  const [picture] = stream.getVideoTracks()
  const [, setTurn] = useState(0)
  const toggle = (track: MediaStreamTrack): void => {
    track.enabled = !track.enabled
    setTurn((before) => before + 1)
  }
  const [isTalking, setIsTalking] = useState(false)
  const talk = (isOn: boolean): void => {
    if (sound) sound.enabled = isOn
    setIsTalking(isOn)
  }
  const isMuted = kind === 'camera' && sound !== undefined && (!sound.enabled || isTalking)
  // A microphone that is off is on while space is held down.
  useSingleKeys(isMuted ? { ' ': { press: () => talk(true), release: () => talk(false) } } : {})
  return (
    <figure className="live-tile" data-own data-kind={kind} data-lost={state !== 'sending' || undefined}>
      <div className="live-tile-picture">
        <video
          ref={place}
          muted
          autoPlay
          playsInline
          aria-label={t(kind === 'screen' ? 'own-screen' : 'own-picture')}
        />
      </div>
      {!picture && <span className="live-tile-sound">{t('sound-only')}</span>}
      <figcaption>
        {t(kind === 'screen' ? 'own-screen' : 'own-picture')}
        <span role="status"> · {t(isTalking ? 'talking' : state)}</span>
      </figcaption>
      {isMuted && <p className="live-note">{t('push-to-talk')}</p>}
      <div className="live-tile-buttons">
        {kind === 'camera' && sound && (
          <Button
            size="small"
            text={t(isMuted ? 'mic-unmute' : 'mic-mute')}
            aria-pressed={isMuted}
            // The focus stays where it is, so that space is for speaking and not for this button.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => toggle(sound)}
          />
        )}
        {kind === 'camera' && picture && (
          <Button
            size="small"
            text={t(picture.enabled ? 'picture-hide' : 'picture-show')}
            aria-pressed={!picture.enabled}
            onClick={() => toggle(picture)}
          />
        )}
        <Button
          size="small"
          intent="danger"
          text={t(kind === 'screen' ? 'screen-off' : 'camera-off')}
          onClick={own.stop}
        />
      </div>
    </figure>
  )
}
