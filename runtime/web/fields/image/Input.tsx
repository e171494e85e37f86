import type { InputProps } from '../input.ts'
import { PictureInput } from '../images/Input.tsx'

/** One picture; a new one replaces the old. */
export function ImageInput(props: InputProps) {
  const urls = typeof props.value === 'string' && props.value !== '' ? [props.value] : []
  return <PictureInput {...props} urls={urls} maxPictures={1} onUrls={([url]) => props.onChange(url ?? '')} />
}
