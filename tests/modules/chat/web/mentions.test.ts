/** Mentions in the texts of messages. */
import { describe, expect, it } from 'vitest'
import { mentionBefore, mentionedIn, splitMentions } from '../../../../runtime/modules/chat/web/thread/mentions.ts'

const people = [
  { id: 1, name: 'Li' },
  { id: 2, name: 'Li Ming' },
  { id: 3, name: '王芳' },
]

describe('mentions', () => {
  it('are names after an @, of which the longer one counts', () => {
    expect(mentionedIn('@Li Ming, and @王芳: hello', people)).toEqual([2, 3])
    expect(mentionedIn('@Li! @Li? write to li@example.com', people)).toEqual([1])
    expect(splitMentions('Hi @Li!', people).map(({ text, start }) => [start, text])).toEqual([
      [0, 'Hi '],
      [3, '@Li'],
      [6, '!'],
    ])
  })

  it('are suggested after a space, and not within an address of mail', () => {
    expect(['@', 'Hi @l', '你好，@王', 'me@ex', 'Hi @li m', 'Hi'].map(mentionBefore)).toEqual([
      '@',
      '@l',
      '@王',
      null,
      null,
      null,
    ])
  })
})
