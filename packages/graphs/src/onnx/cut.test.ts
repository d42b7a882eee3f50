import { expect, test } from 'vitest';
import { GraphBuilder } from './builder.ts';
import { cutModel } from './cut.ts';
import { elementType } from './onnx.ts';
import { valueInfo } from './value-info.ts';

const info = (name: string) => valueInfo(name, elementType.float, [1]);

function chain() {
  const graph = new GraphBuilder('chain');
  const [a, b] = [graph.input(info('a')), graph.input(info('b'))];
  graph.add('Add', 'middle', [a, a]);
  graph.add('Mul', 'end', ['middle', b]);
  graph.output(info('end'));
  return graph.model();
}

test('a model is cut at a value, which gets another name', () => {
  const middle = { value: 'middle', info: info('cut') };
  const first = cutModel(chain(), [], [middle]).graph;
  expect(first.nodes.map(({ opType, outputs }) => [opType, outputs])).toEqual([['Add', ['cut']]]);
  expect(first.inputs.map(({ name }) => name)).toEqual(['a']);
  const last = cutModel(chain(), [middle], [{ value: 'end', info: info('end') }]).graph;
  expect(last.nodes.map(({ opType, inputs }) => [opType, inputs])).toEqual([['Mul', ['cut', 'b']]]);
  expect(last.inputs.map(({ name }) => name)).toEqual(['b', 'cut']);
});

test('a value that does not exist is refused', () => {
  expect(() => cutModel(chain(), [], [{ value: 'nothing', info: info('x') }])).toThrow(/nothing gives/);
});
