import { UploadInput } from './UploadInput.tsx'
import { Pictures } from './Pictures.tsx'
import type { InputProps } from '../input-props.ts'

/** One picture; a new one replaces the old. */
export function ImageInput(props: InputProps) {
  const urls = typeof props.value === 'string' && props.value !== '' ? [props.value] : []
  const put = ([url]: readonly string[]) => props.onChange(url ?? '')
  return <UploadInput {...props} urls={urls} maxFiles={1} isPicture onUrls={put} List={Pictures} />
}
