import { postData } from 'tablewright/web'

/** An image that was uploaded; its code goes with the request. */
export interface StoredPicture {
  readonly code: string
  readonly name: string
}

/** Uploads an image for a refund, which only the shop can open. @throws an ApiError */
export function uploadPicture(file: File): Promise<StoredPicture> {
  const body = new FormData()
  body.append('file', file)
  return postData<StoredPicture>('/api/shop.Refund/upload', body, { quiet: true, timeout: 0 })
}
