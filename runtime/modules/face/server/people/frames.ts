/** Frames of a camera: bytes from base64, and what the engine says of them as sentences. */
import type { Language } from 'tablewright/protocol'
import type { Refusal } from '../engine/quality.ts'
import { t } from '../i18n.ts'

/** Reasons of the engine, and those of challenges. */
export type FrameRefusal = Refusal | 'expired' | 'pose' | 'same_frame' | 'other_face' | 'count'

/** The bytes of a frame; empty where the text is no base64. Addresses of data are accepted as well. */
export function frameBytes(text: string): Buffer {
  const content = text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text
  return /^[A-Za-z0-9+/]+={0,2}$/.test(content) ? Buffer.from(content, 'base64') : Buffer.alloc(0)
}

const sentences = {
  unreadable: 'frame.unreadable',
  no_face: 'frame.noFace',
  many_faces: 'frame.manyFaces',
  small: 'frame.small',
  landmarks: 'frame.landmarks',
  dark: 'frame.dark',
  bright: 'frame.bright',
  blurred: 'frame.blurred',
  turned: 'frame.turned',
  expired: 'frame.expired',
  pose: 'frame.pose',
  same_frame: 'frame.sameFrame',
  other_face: 'frame.otherFace',
  count: 'frame.count',
} as const

export const refusalText = (language: Language, refusal: FrameRefusal): string => t(language, sentences[refusal])
