import { InputGroup } from '@blueprintjs/core'
import { useState, type KeyboardEvent } from 'react'
import { controlProps, type InputProps } from '../input-props.ts'
import { RemovableTag } from './RemovableTag.tsx'

/** Enter or a comma adds the typed text, Backspace in the empty input removes the last tag. */
export function TagsInput(props: InputProps) {
  const [typed, setTyped] = useState('')
  const { locale, disabled } = props
  const tags = Array.isArray(props.value) ? props.value.map(String) : []
  const add = (text: string) => {
    const fresh = text
      .split(/[,，、\n]/)
      .map((tag) => tag.trim())
      .filter((tag, index, all) => tag !== '' && !tags.includes(tag) && all.indexOf(tag) === index)
    if (fresh.length > 0) props.onChange([...tags, ...fresh])
    setTyped('')
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && typed !== '') {
      event.preventDefault()
      add(typed)
    }
    if (event.key === 'Backspace' && typed === '' && tags.length > 0) props.onChange(tags.slice(0, -1))
  }
  return (
    <div className="record-tags">
      {tags.map((tag) => (
        <RemovableTag
          key={tag}
          name={tag}
          disabled={disabled}
          removeLabel={locale.t('remove-item', { item: tag })}
          onRemove={() => props.onChange(tags.filter((other) => other !== tag))}
        />
      ))}
      <InputGroup
        {...controlProps(props)}
        fill
        autoComplete="off"
        value={typed}
        placeholder={locale.t('tags-hint')}
        intent={props.invalid ? 'danger' : 'none'}
        onKeyDown={handleKeyDown}
        onChange={(event) =>
          /[,，、]$/.test(event.target.value) && !isComposing(event.nativeEvent)
            ? add(event.target.value)
            : setTyped(event.target.value)
        }
        onBlur={() => {
          add(typed)
          props.onBlur()
        }}
      />
    </div>
  )
}

const isComposing = (event: Event): boolean => event instanceof InputEvent && event.isComposing
