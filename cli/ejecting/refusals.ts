/** Why something is not ejected, and what to do instead. Nothing was changed. */
import { interpolate } from '../../runtime/i18n/i18n.ts'
import { CommandError } from '../exit-codes.ts'

type Words = readonly [zh: string, en: string]
type Params = Readonly<Record<string, string>>

const refusal = (
  exit: 'refused' | 'usage' | 'environment',
  params: Params,
  message: Words,
  hint: Words,
): CommandError => new CommandError(exit, { message: textOf(message, params), hint: textOf(hint, params) })
const textOf = ([zh, en]: Words, params: Params) => interpolate({ 'zh-cn': zh, en }, params)

export const refusals = {
  noEntity: (path: string): CommandError =>
    refusal(
      'usage',
      { path },
      ['没有 {{path}}。', 'There is no {{path}}.'],
      [
        '只能复制本项目模块的部件；没有表的页面本来就是模块的文件。',
        'Only what belongs to a module of this project can be ejected. A page without a table is a file of its ' +
          'module already.',
      ],
    ),
  noField: (path: string, field: string, near: string | null): CommandError =>
    refusal(
      'usage',
      { path, field, near: near ?? '' },
      ['{{path}} 没有字段“{{field}}”。', '{{path}} has no field "{{field}}".'],
      near === null
        ? ['请写 properties 中的名称。', 'Write a name that stands in its properties.']
        : ['是不是想写 {{near}}？', 'Did you mean {{near}}?'],
    ),
  hasOwn: (path: string, field: string, keyword: string, name: string): CommandError =>
    refusal(
      'refused',
      { path, field, keyword, name },
      [
        '{{path}} 的字段“{{field}}”已写明 "{{keyword}}": "{{name}}"。未做改动。',
        'The field "{{field}}" of {{path}} names "{{keyword}}": "{{name}}" already. Nothing was changed.',
      ],
      [
        '请修改模块中的该组件；若要复制字段种类自带的组件，请先删去 {{keyword}}。',
        "Edit that component of the module. To eject the one of the field's kind, remove {{keyword}} first.",
      ],
    ),
  notShown: (path: string, field: string, kind: string): CommandError =>
    refusal(
      'refused',
      { path, field, kind },
      [
        '{{path}} 的字段“{{field}}”（{{kind}}）从不显示在列表中，没有可复制的单元格。未做改动。',
        'Lists never show the field "{{field}}" ({{kind}}) of {{path}}: there is no cell to eject. Nothing was ' +
          'changed.',
      ],
      ['tablewright eject widget 可复制它的输入控件。', 'tablewright eject widget ejects its input.'],
    ),
  notPublic: (name: string, missing: readonly string[]): CommandError =>
    refusal(
      'refused',
      { name, missing: missing.join(', ') },
      [
        '无法复制 {{name}}：它用到的部分不是公开的：{{missing}}。未做改动。',
        '{{name}} cannot be ejected: parts it needs are not public: {{missing}}. Nothing was changed.',
      ],
      [
        '请用 tablewright add widget 编写自己的控件，或复制表单（tablewright eject form）。',
        'Write a widget of your own (tablewright add widget), or eject the form (tablewright eject form).',
      ],
    ),
  exists: (path: string): CommandError =>
    refusal(
      'refused',
      { path },
      ['{{path}} 已存在。未做改动。', '{{path}} exists already. Nothing was changed.'],
      [
        '请修改其中的文件；若要重新复制，请先删除该目录及引用它的行。',
        'Edit the files there. To eject it again, first remove that folder and the lines that name it.',
      ],
    ),
  otherIndex: (path: string, member: string, name: string): CommandError =>
    refusal(
      'refused',
      { path, member, name },
      [
        '无法在 {{path}} 的 {{member}} 中加入“{{name}}”：已有该名称，或写法不同。未做改动。',
        '"{{name}}" could not be added to {{member}} in {{path}}: it is there already, or the file is written ' +
          'differently. Nothing was changed.',
      ],
      [
        '{{path}} 应调用 defineWebModule，参数为对象。',
        '{{path}} should call defineWebModule with an object that lists {{member}} by name.',
      ],
    ),
  noSources: (path: string): CommandError =>
    refusal(
      'environment',
      { path },
      ['安装的 tablewright 包中没有 {{path}} 的源码。', 'The installed package tablewright has no source of {{path}}.'],
      ['请重新安装该包：npm install', 'Install the package again: npm install'],
    ),
}
