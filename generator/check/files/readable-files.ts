import { both, type Problem } from '../../source/problem.ts'
import type { StrayFile } from '../../read.ts'
import type { ProblemText, Rule } from '../rule.ts'

const facts: Readonly<Record<StrayFile['reason'], ProblemText>> = {
  symlink: {
    message: both('schemas/ 中不允许符号链接。', 'Symbolic links are not allowed below schemas/.'),
    hint: both('请改为放入文件本身。', 'replace the link with the file itself'),
  },
  place: {
    message: both('此处不能放置文档。', 'Documents are not allowed in this place.'),
    hint: both(
      '实体：<模块>/<名称>.json；枚举：<模块>/enums/<名称>.json；' +
        '共用类型：<模块>/types/<名称>.json；叠加：<模块>/overlays/<名称>.json；文本：<模块>/text/<语言>.json',
      'entities are <module>/<name>.json, enums <module>/enums/<name>.json, ' +
        'shared types <module>/types/<name>.json, ' +
        'overlays <module>/overlays/<name>.json, texts <module>/text/<language>.json',
    ),
  },
  extension: {
    message: both('schema 文件的扩展名必须是 .json。', 'Schema files must have the extension .json.'),
    hint: both('请改名为 .json 并写成严格的 JSON。', 'rename it to .json and write strict JSON'),
  },
  encoding: {
    message: both('文件不是合法的 UTF-8。', 'The file is not valid UTF-8.'),
    hint: both('请以 UTF-8 重新保存。', 'save it again as UTF-8'),
  },
  size: { message: both('文件超过 1 MB。', 'The file is larger than 1 MB.') },
  shipped: {
    message: both('Tablewright 已有同名模块。', 'Tablewright provides the module of this name.'),
    hint: both(
      '请给模块改名，或在 package.json 的 tablewright.modules 中去掉不需要的同名模块。',
      'rename your module; an optional one can be left out of tablewright.modules in package.json instead',
    ),
  },
  depth: { message: both('文件嵌套过深。', 'The file is nested too deeply.') },
}

const problemWith = ({ path, reason }: StrayFile): Problem => ({
  code: 'TW1002',
  file: path,
  pointer: '',
  line: 1,
  column: 1,
  length: 1,
  message: facts[reason].message,
  hint: facts[reason].hint ?? null,
})

export const readableFiles: Rule = {
  code: 'TW1002',
  name: 'The folder schemas/ contains only readable documents in the expected places',
  find: ({ sources }) => sources.strayFiles.map(problemWith),
}
