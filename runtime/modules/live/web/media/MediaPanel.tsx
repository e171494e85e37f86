/** Sound and picture of a lesson: who is recorded since when, what others send, and what this person sends. */
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { lazyComponent } from 'tablewright/web'
import { isStaff } from '../../shared/person.ts'
import { mayPublish } from '../../shared/rights.ts'
import type { OpenLesson } from '../classroom/use-lesson.ts'
import { missingType } from './devices.ts'
import { RecordingAlert, RecordingNote } from './RecordingNote.tsx'
import { useT } from './texts.ts'
import { OwnTile, TileView } from './Tile.tsx'
import { useMedia, type Media } from './use-media.ts'
import './media.css'

/** Loaded when somebody is about to send. */
const DeviceCheck = lazyComponent(async () => (await import('./DeviceCheck.tsx')).DeviceCheck)

export function MediaPanel({ lesson }: { readonly lesson: OpenLesson }) {
  const t = useT()
  const media = useMedia(lesson)
  const missing = missingType()
  return (
    <section className="live-media" aria-label={t('media')} data-joined={media.isJoined || undefined}>
      <RecordingNote lesson={lesson} />
      {lesson.audience === 'staff' && <RecordingAlert lesson={lesson} own={media.own} />}
      {missing !== null && (
        <p role="alert" className="live-note">
          {t('cannot-play', { type: missing })}
        </p>
      )}
      {media.isJoined ? (
        <Joined lesson={lesson} media={media} />
      ) : (
        <div className="live-media-buttons">
          <Button intent="primary" text={t('join')} disabled={missing !== null} onClick={media.join} />
          <span className="tw-muted live-note">{t('join-tip')}</span>
        </div>
      )}
    </section>
  )
}

function Joined({ lesson, media }: { readonly lesson: OpenLesson; readonly media: Media }) {
  const t = useT()
  const { tiles, own, isOpen, isRelayed, unmute } = media
  const isSilent = tiles.some(({ player }) => player.isSilent)
  return (
    <>
      {!isOpen && (
        <p className="live-note" role="status">
          {t(tiles.length > 0 ? 'reconnecting' : 'connecting')}
        </p>
      )}
      {isSilent && <Button intent="warning" size="large" text={t('tap-to-hear')} onClick={unmute} />}
      <div className="live-tiles">
        {tiles.map((tile) => (
          <TileView key={tile.key} tile={tile} name={lesson.nameOf(tile.channel.holder) || lesson.room.teacher} />
        ))}
        {own.map((medium) => (
          <OwnTile key={medium.kind} own={medium} />
        ))}
      </div>
      {isOpen && tiles.length === 0 && own.length === 0 && <p className="tw-muted live-note">{t('nobody')}</p>}
      {isOpen && isRelayed && <p className="tw-muted live-note">{t('relayed')}</p>}
      <SendButtons lesson={lesson} media={media} />
    </>
  )
}

function SendButtons({ lesson, media }: { readonly lesson: OpenLesson; readonly media: Media }) {
  const t = useT()
  const [isChecking, setIsChecking] = useState(false)
  const { me, state, audience, room } = lesson
  const has = (kind: 'camera' | 'screen'): boolean => media.own.some((own) => own.kind === kind)
  const allowed = {
    camera: me !== null && mayPublish(state, me, 'cam'),
    microphone: me !== null && mayPublish(state, me, 'mic'),
  }
  const maySend = audience !== 'visitor' && (allowed.camera || allowed.microphone)
  const share = async (): Promise<void> => {
    const screen = { video: { frameRate: { max: 15 } }, audio: true }
    const stream = await navigator.mediaDevices.getDisplayMedia(screen).catch(() => null)
    if (stream) media.send('screen', stream)
  }
  return (
    <div className="live-media-buttons">
      {maySend && !has('camera') && (
        <Button
          intent="primary"
          text={t(me !== null && isStaff(me) ? 'camera-on' : 'speak-on')}
          onClick={() => setIsChecking(true)}
        />
      )}
      {me !== null && isStaff(me) && !has('screen') && 'mediaDevices' in navigator && (
        <Button text={t('screen-on')} onClick={() => void share()} />
      )}
      <Button variant="minimal" text={t('leave')} onClick={media.leave} />
      {isChecking && audience !== 'visitor' && (
        <DeviceCheck
          room={room.id}
          as={audience === 'staff' ? 'admin' : 'member'}
          media={allowed}
          onStart={(stream) => media.send('camera', stream)}
          onClose={() => setIsChecking(false)}
        />
      )}
    </div>
  )
}
