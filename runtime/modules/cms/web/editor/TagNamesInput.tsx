/** The tags of a text: chosen among those that are there, or named, and added when the text is saved. */
import { useContext } from 'react'
import type { InputProps } from 'tablewright/web'
import { ReferencesInput } from 'tablewright/web/parts'
import { NewTagsContext } from './new-tags.ts'
import { useT } from './texts.ts'

/** Characters of the name of a tag. */
const maxLength = 50

export function TagNamesInput(props: InputProps) {
  const t = useT()
  const newTags = useContext(NewTagsContext)
  if (newTags === null) return <ReferencesInput {...props} />
  return <ReferencesInput {...props} naming={{ ...newTags, label: (name) => t('new-tag', { name }), maxLength }} />
}
