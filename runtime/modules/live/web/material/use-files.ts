/** Addresses of the private files of a room. They are good for ten minutes, and loaded anew before. */
import { useEffect, useEffectEvent } from 'react'
import { callRoute, fileUrl, useStaleWhileRevalidate } from 'tablewright/web'
import { filesRoute } from '../../shared/material-routes.ts'
import type { LiveState } from '../../shared/state.ts'
import type { Audience } from '../classroom/audience.ts'

const renewMs = 8 * 60_000

export interface RoomFiles {
  /** By code. */
  readonly pictures: ReadonlyMap<string, string>
  readonly materials: ReadonlyMap<number, string>
}

const none: RoomFiles = { pictures: new Map(), materials: new Map() }

/** @param state whose images and materials are there */
export function useFiles(audience: Audience, room: number, state: LiveState): RoomFiles {
  const pictures = state.pages.filter(({ picture }) => picture !== null).length
  const hasFiles = pictures + state.materials.length > 0
  // Visitors see the images of the board.
  const area = hasFiles ? (audience === 'staff' ? 'staff' : 'pupil') : null
  const key = `files ${audience} ${room} ${pictures} ${state.materials.map(({ id }) => id).join(',')}`
  const { value, retry } = useStaleWhileRevalidate(key, async () => {
    if (area === null) return none
    const files = await callRoute(filesRoute[area], { room }, { quiet: true, isBackground: true })
    return {
      pictures: new Map(files.pictures.map(({ code, address }) => [code, fileUrl(address)])),
      materials: new Map(files.materials.map(({ id, address }) => [id, fileUrl(address)])),
    }
  })
  const renew = useEffectEvent(() => retry())
  useEffect(() => {
    if (area === null) return undefined
    const timer = setInterval(() => renew(), renewMs)
    return () => clearInterval(timer)
  }, [area])
  return value ?? none
}
