import { Archive, Document, Music, Video, type SVGIconProps } from '@blueprintjs/icons'
import type { ComponentType } from 'react'
import './upload.css'

const icons: Readonly<Record<string, ComponentType<SVGIconProps>>> = {
  zip: Archive,
  rar: Archive,
  '7z': Archive,
  gz: Archive,
  mp3: Music,
  wav: Music,
  m4a: Music,
  mp4: Video,
  mov: Video,
  webm: Video,
}

/** A file that has no picture: an icon of its type and its ending. */
export function FileIcon({ suffix, size = 32 }: { readonly suffix: string; readonly size?: number }) {
  const Icon = (Object.hasOwn(icons, suffix) ? icons[suffix] : undefined) ?? Document
  return (
    <span className="file-icon" aria-hidden>
      <Icon size={size} />
      <span>{suffix.slice(0, 4).toUpperCase()}</span>
    </span>
  )
}
