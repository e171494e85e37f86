import { languages } from '../../../runtime/protocol/index.ts'
import { member } from '../../source/json.ts'
import { both } from '../../source/problem.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'
import { escaped, type Document } from '../view/document.ts'
import { problemOf, type Rule } from '../rule.ts'

export const textKeys: Rule = {
  code: 'TW1407',
  name: 'The text files of a module have the same keys in every language',
  find: ({ documents, unreadable }) => {
    const texts = documents.filter((document) => document.file.type === 'text')
    return texts.flatMap((document) =>
      languages
        .filter(
          (language) =>
            language !== document.file.name && !unreadable.has(`${document.file.module}/text/${language}.json`),
        )
        .flatMap((language) =>
          missingIn(
            language,
            document,
            texts.find((other) => other.file.module === document.file.module && other.file.name === language),
          ),
        ),
    )
  },
}

function missingIn(language: string, document: Document, other: Document | undefined) {
  return Object.keys(document.value)
    .filter(
      (key) => key !== '$schema' && member(other?.value, key) === undefined && !other?.places.has(`/${escaped(key)}`),
    )
    .map((key) =>
      problemOf('TW1407', document, `/${escaped(key)}`, 'name', {
        message: both(`语言“${language}”没有文本“${key}”。`, `The text "${key}" is missing in "${language}".`),
        hint: didYouMean(suggest(key, Object.keys(other?.value ?? {}))),
      }),
    )
}
