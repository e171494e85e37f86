import { printParseErrorCode } from 'jsonc-parser'
import type { Text } from '../../../runtime/protocol/index.ts'
import { both } from '../../source/problem.ts'
import { problemAt, type Rule } from '../rule.ts'

const texts: Readonly<Record<string, Text>> = {
  InvalidCommentToken: both('JSON 中不能写注释。', 'Comments are not allowed in JSON.'),
  ValueExpected: both(
    '这里缺少一个值（或前面多了一个逗号）。',
    'A value is missing here, or there is an extra comma before it.',
  ),
  CommaExpected: both('这里缺少逗号。', 'A comma is missing here.'),
  ColonExpected: both('这里缺少冒号。', 'A colon is missing here.'),
  PropertyNameExpected: both(
    '这里应是用双引号括起的名称（或前面多了一个逗号）。',
    'Expected a name in double quotes here, or there is an extra comma before it.',
  ),
  CloseBraceExpected: both('缺少右花括号 }。', 'The closing brace } is missing.'),
  CloseBracketExpected: both('缺少右方括号 ]。', 'The closing bracket ] is missing.'),
  EndOfFileExpected: both('文件内容之后还有多余的文字。', 'There is more text after the end of the document.'),
  UnexpectedEndOfString: both('字符串缺少结尾的双引号。', 'The closing double quote of a string is missing.'),
  InvalidNumberFormat: both('这不是合法的数字。', 'This is not a valid number.'),
  InvalidEscapeCharacter: both('字符串中有不合法的转义。', 'A string contains an invalid escape sequence.'),
  InvalidCharacter: both('字符串中有未转义的控制字符。', 'A string contains a control character that must be escaped.'),
}

const fallback = both('这里不是合法的 JSON。', 'This is not valid JSON.')

/** What an empty file gets. */
const noValue = { error: 4, offset: 0, length: 1 }

export const jsonSyntax: Rule = {
  code: 'TW1001',
  name: 'Every document is strict JSON',
  find: ({ sources }) =>
    sources.files.flatMap((file) => {
      const errors = sources.syntax.get(file) ?? (file.tree ? [] : [noValue])
      // One mistake makes the parser report many errors, and only the first one is the place to fix.
      return errors
        .slice(0, 1)
        .map((error) =>
          problemAt('TW1001', file, '', error, { message: texts[printParseErrorCode(error.error)] ?? fallback }),
        )
    }),
}
