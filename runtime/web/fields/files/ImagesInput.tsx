import { UploadInput } from './UploadInput.tsx'
import type { InputProps } from '../input-props.ts'
import { Pictures } from './Pictures.tsx'

/** Several pictures in an order of their own. */
export function ImagesInput(props: InputProps) {
  const urls = Array.isArray(props.value) ? props.value.map(String) : []
  const maxFiles = props.field.maxItems ?? 100
  return <UploadInput {...props} urls={urls} maxFiles={maxFiles} isPicture onUrls={props.onChange} List={Pictures} />
}
