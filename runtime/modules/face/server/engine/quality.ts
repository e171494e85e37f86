/** The gates of quality: pictures that say too little of a face are refused with the reason. Pure. */

/** Why a picture has no vector. */
export type Refusal =
  | 'unreadable'
  | 'no_face'
  | 'many_faces'
  | 'small'
  | 'landmarks'
  | 'dark'
  | 'bright'
  | 'blurred'
  | 'turned'

export interface Quality {
  /** Length of the shorter side of the face, in pixels. */
  readonly size: number
  /** Distance of the landmarks from those of a face, in parts of its size. */
  readonly deviation: number
  readonly brightness: number
  readonly sharpness: number
  readonly yaw: number
}

export const gates = {
  minSize: 80,
  maxDeviation: 0.12,
  minBrightness: 40,
  maxBrightness: 220,
  minSharpness: 20,
  maxYaw: 20,
  /** Beyond it the network has seen too few faces, also where a challenge asks to turn the head. */
  maxTurnedYaw: 50,
} as const

/** The first gate that a face does not pass; null = it passes all of them. */
export function refusalOf(quality: Quality, mayTurn: boolean): Refusal | null {
  const { size, deviation, brightness, sharpness, yaw } = quality
  if (size < gates.minSize) return 'small'
  if (!(deviation <= gates.maxDeviation)) return 'landmarks'
  if (brightness < gates.minBrightness) return 'dark'
  if (brightness > gates.maxBrightness) return 'bright'
  if (sharpness < gates.minSharpness) return 'blurred'
  if (Math.abs(yaw) > (mayTurn ? gates.maxTurnedYaw : gates.maxYaw)) return 'turned'
  return null
}
