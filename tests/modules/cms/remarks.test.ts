/** Remarks of a refusal about parts of a text. */
import { describe, expect, it } from 'vitest'
import { remarksOf } from '../../../runtime/modules/cms/shared/remarks.ts'

describe('the remarks of a refusal', () => {
  it('belong to the words that they quote, to a field that they name, or to the whole', () => {
    const text = 'Tea is\n green. It grows on hills.'
    expect(
      remarksOf('“Tea is green”: black, too; 标题：太长\nSource: name it; “coffee” is missing; please: hurry', text),
    ).toEqual([
      { field: null, words: 'Tea is green', text: 'black, too' },
      { field: 'title', words: null, text: '太长' },
      { field: 'source_title', words: null, text: 'name it' },
      { field: null, words: null, text: '“coffee” is missing' },
      { field: null, words: null, text: 'please: hurry' },
    ])
    expect(remarksOf(' ; ', text)).toEqual([])
    expect(remarksOf('「It grows」—— where?', text)).toEqual([{ field: null, words: 'It grows', text: 'where?' }])
  })
})
