/** Uploads of a classroom: images of the board in the size that it needs, materials with their text. */
import { callRoute, postData } from 'tablewright/web'
import { maxMaterialText, maxPart, passagesRoute, readableTypes } from '../../shared/material-routes.ts'
import { maxPageHeight, pageWidth } from '../../shared/events.ts'

/** Pixels of the width of an image on the board. */
const boardPixels = 1600

const send = <Data>(action: string, room: number, file: Blob, name: string): Promise<Data> => {
  const body = new FormData()
  body.append('file', file, name)
  return postData<Data>(`/admin/live.Classroom/${action}`, body, { query: `room=${room}`, quiet: true, timeout: 0 })
}

export interface BoardImage {
  readonly code: string
  /** In units of a page. */
  readonly height: number
}

/** Uploads an image, which fills the width of a page. */
export async function uploadBoardImage(room: number, file: File): Promise<BoardImage> {
  const bitmap = await createImageBitmap(file)
  const width = Math.min(boardPixels, bitmap.width)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.max(1, Math.round((bitmap.height * width) / bitmap.width))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const height = Math.min(maxPageHeight, Math.max(1000, Math.round((bitmap.height * pageWidth) / bitmap.width)))
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  const { code } = await send<{ code: string }>('picture', room, blob ?? file, 'page.jpg')
  return { code, height }
}

/** Uploads a material; texts are read here, so that the assistant knows them. */
export async function uploadMaterial(room: number, file: File): Promise<void> {
  const { material } = await send<{ material: number }>('material', room, file, file.name)
  if (!readableTypes.some((type) => file.name.toLowerCase().endsWith(`.${type}`))) return
  const text = (await file.text()).slice(0, maxMaterialText)
  for (let start = 0, page = 1; start < text.length; start += maxPart, page += 1)
    await callRoute(passagesRoute, { room, material, page, text: text.slice(start, start + maxPart) }, { quiet: true })
}
