/** Recordings of a session, beside its board: the pictures and sounds of the moment that is played. */
import { useEffect, useEffectEvent, useRef } from 'react'
import { callRoute, fileUrl, useStaleWhileRevalidate } from 'tablewright/web'
import { recordingsRoute } from '../../shared/media/routes.ts'
import type { Audience } from '../classroom/audience.ts'
import { useT } from '../media/texts.ts'
import '../media/media.css'

type Recording = Awaited<ReturnType<typeof loadRecordings>>[number]

async function loadRecordings(area: 'staff' | 'pupil', room: number, session: number) {
  return (await callRoute(recordingsRoute[area], { room, session }, { quiet: true, isBackground: true })).recordings
}

/** The moment of the recordings that play, in milliseconds since 1970; `wait` while they load, null = none plays. */
export type MediaClock = () => number | 'wait' | null

interface RecordingsProps {
  readonly audience: Audience
  readonly room: number
  readonly session: number
  /** The moment, in milliseconds since 1970. */
  readonly time: number
  readonly isPlaying: boolean
  readonly speed: number
  /** Takes the clock; null = there is none any more. */
  readonly onClock: (clock: MediaClock | null) => void
}

export function Recordings({ audience, room, session, time, isPlaying, speed, onClock }: RecordingsProps) {
  const t = useT()
  const area = audience === 'visitor' ? null : audience
  const { value, retry } = useStaleWhileRevalidate(`recordings ${area} ${room} ${session}`, async () =>
    area === null ? [] : loadRecordings(area, room, session),
  )
  const videos = useRef(new Map<number, { readonly video: HTMLVideoElement; readonly start: number }>())
  const setClock = useEffectEvent((clock: MediaClock | null) => onClock(clock))
  useEffect(() => {
    setClock(() => {
      const [first] = [...videos.current.values()].filter(({ video }) => !video.ended)
      if (!first) return null
      const { video, start } = first
      const isWaiting = video.seeking || video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA
      return isWaiting ? 'wait' : start + video.currentTime * 1000
    })
    return () => setClock(null)
  }, [])
  const current = (value ?? []).filter(({ start, end }) => start <= time && time < end)
  if (current.length === 0) return null
  return (
    <section className="live-media live-recordings" aria-label={t('media')}>
      <div className="live-tiles">
        {current.map((recording) => (
          <RecordedTile
            key={recording.id}
            recording={recording}
            place={(time - recording.start) / 1000}
            isPlaying={isPlaying}
            speed={speed}
            onExpired={retry}
            onVideo={(video) => {
              if (video) videos.current.set(recording.id, { video, start: recording.start })
              else videos.current.delete(recording.id)
            }}
          />
        ))}
      </div>
    </section>
  )
}

/** Seconds by which a recording may be away from the moment that is played. */
const tolerance = 0.4

interface RecordedTileProps {
  readonly recording: Recording
  /** Seconds. */
  readonly place: number
  readonly isPlaying: boolean
  readonly speed: number
  /** The address is not good any more. */
  readonly onExpired: () => void
  readonly onVideo: (video: HTMLVideoElement | null) => void
}

function RecordedTile({ recording, place, isPlaying, speed, onExpired, onVideo }: RecordedTileProps) {
  const t = useT()
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    onVideo(ref.current)
    return () => onVideo(null)
    // The element stays the same for as long as the tile is shown.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useEffect(() => {
    const video = ref.current
    if (!video) return
    if (Math.abs(video.currentTime - place) > tolerance) video.currentTime = place
    video.playbackRate = speed
    if (!isPlaying) video.pause()
    else if (video.paused && !video.ended) void video.play().catch(() => undefined)
  }, [place, isPlaying, speed, recording.address])
  const title = recording.kind === 'screen' ? t('screen-of', { name: recording.name }) : recording.name
  return (
    <figure className="live-tile" data-kind={recording.kind}>
      <div className="live-tile-picture">
        {/* Lessons have no captions. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          ref={ref}
          src={fileUrl(recording.address)}
          playsInline
          preload="auto"
          aria-label={title}
          onError={onExpired}
        />
      </div>
      {!recording.video && <span className="live-tile-sound">{t('sound-only')}</span>}
      <figcaption>{title}</figcaption>
    </figure>
  )
}
