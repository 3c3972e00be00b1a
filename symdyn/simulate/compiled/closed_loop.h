/* A plant as it is integrated: parameters of every phase of a run, friction of every joint, tolerances. */
typedef struct {
    const double *pi;
    const double *viscous;
    const double *coulomb;
    double friction_speed;
    double stiction;
    double stiction_speed;
    double rtol;
    double atol;
    const double *stiffness; /* of springs between motors and joints; 0: none. These five only where some joint has one */
    const double *damping;
    const double *rotor; /* inertia of a motor, as the joint sees it */
    const double *within; /* what of it is in the mass matrix */
    int motor_side; /* whether encoders sit there */
    int substeps; /* of Runge and Kutta in a piece of time; 0: steps of controlled length */
} closed_loop_plant;

/* What happens: desired motion at every sample, and pieces of time in which nothing changes but the plant's state. */
typedef struct {
    long samples;
    double period;
    const double *q_d;
    const double *qd_d;
    const double *qdd_d;
    const double *noise; /* of positions and velocities; NULL: none */
    const double *quantum;
    const int *lost; /* NULL: no sample is */
    int delay; /* periods until a torque acts: 0 or 1 */
    const double *limits;
    const long *first; /* piece of every sample, and one more */
    const double *span;
    const int *phase;
    const double *times;
    const double *plus;
    double divergence;
    int stride;
    int codes;
    const int *final;
} closed_loop_run;

/* What was seen. */
typedef struct {
    long count;
    long steps;
    int said;
    long *at;
    double *x;
    double *tau;
    double *asked; /* before the controller's own limits */
    double *applied;
    double *theta;
} closed_loop_rows;
