/** Keywords of a state machine. */
import { field, tone } from './field.ts'
import { icon } from './icon.ts'
import { messageKeywords } from './message.ts'
import { label, name, text, keyword, type RecordShape, type Shape } from './shape.ts'

/**
 * Actions become routes and nodes, rights become nodes, effects become members: words joined by capitals (camelCase).
 */
export const actionName = /^[a-z][A-Za-z0-9]*$/
const called: Shape = text(40, actionName)
const rule: Shape = text(2000)
const states: Shape = { is: 'either', shapes: [name, { is: 'list', items: name, min: 1 }] }
const pattern: Shape = { is: 'map', values: states, min: 1 }

/** Of one state field: an option or several. Of several: values by field, or a list of such. */
const anyState: Shape = {
  is: 'either',
  shapes: [name, pattern, { is: 'list', items: { is: 'either', shapes: [name, pattern] }, min: 1 }],
}

const guard: RecordShape = {
  is: 'record',
  name: 'guard',
  required: ['rule', 'message'],
  keywords: {
    rule: keyword(rule, '必须成立的条件。', 'Condition that must be true.', ''),
    ...messageKeywords('条件不成立时的提示', 'Message when it is not true'),
  },
}

const effect: RecordShape = {
  is: 'record',
  name: 'effect',
  required: [],
  keywords: {
    post: keyword(name, '执行 x-posting 中的过账。', 'Runs the posting of that name in `x-posting`.'),
    reverse: keyword(name, '冲销该过账。', 'Reverses that posting.'),
    run: keyword(called, '执行模块中手写的函数。', 'Runs a function of the module.'),
  },
}

const action: RecordShape = {
  is: 'record',
  name: 'machineAction',
  required: ['x-label'],
  keywords: {
    'x-label': keyword(label, '操作的名称：按钮、权限与日志。', 'Name of the action: button, permission and log.', {
      'zh-cn': '',
      en: '',
    }),
    'x-help': keyword({ is: 'label', maxLength: 500 }, '对话框中的说明。', 'Explanation in the dialog.', {
      'zh-cn': '',
      en: '',
    }),
    tone,
    icon,
    from: keyword(anyState, '在哪些状态下可用。', 'States in which it is available.'),
    to: keyword(
      { is: 'either', shapes: [name, { is: 'list', items: name, min: 1 }, pattern] },
      '变为的状态；有多个时由 set 或 effects 决定。',
      'State it leads to; if there are several, `set` or an effect decides.',
    ),
    input: keyword(
      { is: 'list', items: { is: 'either', shapes: [name, { is: 'map', values: field, min: 1 }] }, min: 1 },
      '需要填写的内容：实体的字段名，或在此定义的字段。',
      'Inputs: fields of the entity by name, or fields defined here.',
      [{ reason: { type: 'string', maxLength: 200, 'x-label': { 'zh-cn': '原因', en: 'Reason' } } }],
    ),
    required: keyword(
      { is: 'list', items: name },
      '其中必填的；默认全部。',
      'Which inputs are required; by default all.',
    ),
    prefill: keyword(
      { is: 'map', values: rule, min: 1 },
      '对话框打开时填入的值：按输入名写出由记录计算的规则。',
      'What inputs hold when the dialog opens: a rule over the record for each.',
    ),
    preview: keyword(
      { is: 'map', values: rule, min: 1 },
      '填写时显示的结果：按字段名写出由记录和输入计算的规则。',
      'What fields will be, shown while the inputs are filled in: a rule over record and inputs for each.',
    ),
    guard: keyword(
      { is: 'either', shapes: [guard, { is: 'list', items: guard, min: 1 }] },
      '执行的条件。',
      'Conditions under which it can run.',
    ),
    set: keyword({ is: 'map', values: rule, min: 1 }, '由规则计算并写入的字段。', 'Fields it sets, each by a rule.'),
    effects: keyword({ is: 'list', items: effect, min: 1 }, '依次执行的效果。', 'Effects, in order.', [{ post: '' }]),
    undo: keyword(called, '撤销它的操作。', 'The action that reverts it.'),
    'x-rights': keyword(
      { is: 'map', values: label, min: 1, names: actionName },
      '效果会检查的其他权限。',
      'Additional permissions that its effects check.',
    ),
  },
}

export const machine: RecordShape = {
  is: 'record',
  name: 'machine',
  required: ['actions'],
  keywords: {
    field: keyword(
      name,
      '状态字段。没有状态时不写 field、fields、initial、from 与 to：操作随时可用。',
      'The state field. Without states, leave out field, fields, initial, from and to: ' +
        'the actions are always available.',
    ),
    fields: keyword(
      { is: 'list', items: name, min: 1 },
      '共同组成状态的字段。',
      'Fields that together form the state.',
    ),
    initial: keyword(
      { is: 'either', shapes: [name, { is: 'map', values: name, min: 1 }] },
      '新记录的状态。',
      'State of a new record.',
    ),
    final: keyword(anyState, '终态：有意不再离开的状态。', 'States that are intentionally never left.'),
    editable: keyword(anyState, '可编辑的状态；默认全部。', 'States in which `edit` is allowed; by default all.'),
    deletable: keyword(anyState, '可删除的状态；默认全部。', 'States in which `del` is allowed; by default all.'),
    actions: keyword(
      { is: 'map', values: action, min: 1, names: actionName },
      '操作，按名称。',
      'The actions, by name.',
    ),
  },
}
