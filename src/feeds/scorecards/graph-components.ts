import type { GraphKit, ObjectType } from '../../graphql/schema/builder.ts';
import { EFFECTS, type ScorecardComponent } from './components.ts';
import type { ScorecardPoint } from './feed.ts';

/** The type of what a composite is made of. */
export function addComponent({ builder }: GraphKit<ScorecardPoint>): ObjectType<ScorecardComponent> {
  const effect = builder.enumType('ScorecardEffect', {
    description: 'What a high value of a component does to the composite.',
    values: Object.fromEntries(
      EFFECTS.map((value) => [
        value.toUpperCase(),
        { value, description: `A high value ${value} the composite.` },
      ]),
    ),
  });
  return builder.objectRef<ScorecardComponent>('ScorecardComponent').implement({
    description: 'A metric that counts in a scorecard.',
    fields: (t) => ({
      name: t.exposeString('name', {
        description:
          'Name of the metric, as points have it. Its score, 0 to 100, is the metric `<name>_score`; `<name>_stale_days` says for how many days a score has been held.',
      }),
      title: t.exposeString('title', { description: 'What the component measures.' }),
      unit: t.exposeString('unit', { description: "Unit of the component's value." }),
      source: t.exposeString('source', {
        description: 'Publishers and names of the series that the component is made of.',
      }),
      weight: t.exposeFloat('weight', {
        description: 'Share of the component in the composite. All shares add up to 1.',
      }),
      effect: t.field({
        type: effect,
        description: 'What a high value does to the composite.',
        resolve: ({ effect: does }) => does,
      }),
    }),
  });
}
